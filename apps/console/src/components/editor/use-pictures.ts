import type { Upload } from '@ce/client/staff/make-upload.ts'
import { useUploads } from '@ce/client/staff/use-uploads.ts'
import type { Editor } from '@tiptap/react'
import { useCallback, useRef } from 'react'

type Bookmark = ReturnType<Editor['state']['selection']['getBookmark']>

/**
 * Pictures on their way into the text: each is inserted, once uploaded, where the cursor stood when it was chosen,
 * however the text has changed since.
 */
export function usePictures(editor: Editor | null) {
  const places = useRef(new Map<Upload, { bookmark: Bookmark; stop: () => void }>())
  const leave = useCallback((upload: Upload) => {
    const place = places.current.get(upload)
    place?.stop()
    places.current.delete(upload)
    return place?.bookmark
  }, [])
  const { uploads, add, drop } = useUploads('PICTURE', (file, upload) => {
    const bookmark = leave(upload)
    if (!editor || editor.isDestroyed) return
    const at = bookmark?.resolve(editor.state.doc).to ?? editor.state.selection.to
    const { url: src, width, height } = file
    const alt = ''
    const picture = {
      type: 'paragraph',
      content: [{ type: 'image', attrs: { src, alt, width, height } }],
    }
    editor.chain().insertContentAt(at, picture, { updateSelection: false }).run()
  })
  const insert = useCallback(
    (files: File[]) => {
      if (!editor) return
      for (const upload of add(files))
        places.current.set(upload, follow(editor, editor.state.selection.getBookmark()))
    },
    [editor, add],
  )
  const give = useCallback(
    (upload: Upload) => {
      leave(upload)
      drop(upload)
    },
    [leave, drop],
  )
  return { uploads, insert, drop: give }
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
