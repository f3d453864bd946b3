import type { Extensions } from '@tiptap/core'
import Image from '@tiptap/extension-image'
import StarterKit from '@tiptap/starter-kit'
import { AlignmentByClass, ListStyleByClass, PreservedAnchors } from './align.ts'
import { figureExtensions } from './figures.ts'
import { parseLinkAddress } from './link-address.ts'
import { Subscript, Superscript } from './marks.ts'
import { PicturePlaceholder } from './picture-places.ts'
import { PreservedBlock } from './preserved-block.ts'
import { tableExtensions } from './tables.ts'

/** The editor supports exactly the content that the server keeps. */
export const editorExtensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: {
      openOnClick: false,
      autolink: true,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null },
      isAllowedUri: (address) => 'href' in parseLinkAddress(address),
    },
  }),
  AlignmentByClass,
  PreservedAnchors,
  ListStyleByClass,
  // Pictures are inline, as the server stores them.
  Image.configure({ allowBase64: false, inline: true }),
  Subscript,
  Superscript,
  ...figureExtensions,
  ...tableExtensions,
  PicturePlaceholder,
  PreservedBlock,
]
