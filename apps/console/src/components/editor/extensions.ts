import type { Extensions } from '@tiptap/core'
import Image from '@tiptap/extension-image'
import StarterKit from '@tiptap/starter-kit'
import { AlignByClass, CountedLists, KeepAnchors } from './align.ts'
import { figureExtensions } from './figures.ts'
import { Kept } from './kept.ts'
import { linkAddress } from './link-address.ts'
import { Subscript, Superscript } from './marks.ts'
import { PicturePlace } from './picture-places.ts'
import { tableExtensions } from './tables.ts'

/** What an article may hold: exactly what the server keeps. */
export const extensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: {
      openOnClick: false,
      autolink: true,
      defaultProtocol: 'https',
      // the server decides on rel and target
      HTMLAttributes: { target: null, rel: null },
      isAllowedUri: (address) => 'href' in linkAddress(address),
    },
  }),
  AlignByClass,
  KeepAnchors,
  CountedLists,
  // as the server keeps them: in a paragraph, whose alignment is theirs, or in a link
  Image.configure({ allowBase64: false, inline: true }),
  Subscript,
  Superscript,
  ...figureExtensions,
  ...tableExtensions,
  PicturePlace,
  Kept,
]
