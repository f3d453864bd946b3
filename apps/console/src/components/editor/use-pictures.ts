import type { ResumableUpload } from '@ce/client/staff/make-upload.ts'
import { useUploads } from '@ce/client/staff/use-uploads.ts'
import type { Editor } from '@tiptap/react'
import { useCallback, useRef } from 'react'
import { fillPicturePlaceholders } from './picture-places.ts'

type Bookmark = ReturnType<Editor['state']['selection']['getBookmark']>

/** Uploads chosen pictures and inserts each one where the cursor was when the user chose it. */
export function usePictureUploads(editor: Editor | null) {
  const places = useRef(new Map<ResumableUpload, { bookmark: Bookmark; stop: () => void }>())
  /** Uploads that have a placeholder in the text. */
  const marked = useRef(new Map<ResumableUpload, string>())
  const leave = useCallback((upload: ResumableUpload) => {
    const place = places.current.get(upload)
    place?.stop()
    places.current.delete(upload)
    return place?.bookmark
  }, [])
  const { uploads, add, drop } = useUploads(
    'PICTURE',
    (file, upload) => {
      const bookmark = leave(upload)
      if (!editor || editor.isDestroyed) return
      const place = marked.current.get(upload)
      if (place) {
        marked.current.delete(upload)
        return fillPicturePlaceholders(editor, place, { src: file.url, width: file.width, height: file.height })
      }
      const at = bookmark?.resolve(editor.state.doc).to ?? editor.state.selection.to
      const { url: src, width, height } = file
      const alt = ''
      const picture = {
        type: 'paragraph',
        content: [{ type: 'image', attrs: { src, alt, width, height } }],
      }
      editor.chain().insertContentAt(at, picture, { updateSelection: false }).run()
    },
    'ARTICLE',
  )
  const insert = useCallback(
    (files: File[]) => {
      if (!editor) return
      for (const upload of add(files)) places.current.set(upload, follow(editor, editor.state.selection.getBookmark()))
    },
    [editor, add],
  )
  /** Uploads pasted pictures into their placeholders. */
  const fill = useCallback(
    (pasted: readonly { place: string; file: File }[]) => {
      const added = add(pasted.map(({ file }) => file))
      for (const [index, upload] of added.entries()) {
        const place = pasted[index]?.place
        if (place) marked.current.set(upload, place)
      }
    },
    [add],
  )
  const give = useCallback(
    (upload: ResumableUpload) => {
      leave(upload)
      const place = marked.current.get(upload)
      marked.current.delete(upload)
      if (place && editor && !editor.isDestroyed) fillPicturePlaceholders(editor, place, null)
      drop(upload)
    },
    [editor, leave, drop],
  )
  return { uploads, insert, fill, drop: give }
}

function follow(editor: Editor, start: Bookmark): { bookmark: Bookmark; stop: () => void } {
  const place = {
    bookmark: start,
    stop: () => {
      editor.off('transaction', move)
    },
  }
  function move({ transaction }: { transaction: Editor['state']['tr'] }) {
    place.bookmark = place.bookmark.map(transaction.mapping)
  }
  editor.on('transaction', move)
  return place
}
