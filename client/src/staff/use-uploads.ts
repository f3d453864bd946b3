import type { StaffPictureUse } from '@ce/contract/picture-uses'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Upload } from './make-upload.ts'
import { beginUpload } from './upload.ts'
import type { UploadedFile, UploadPurpose, UploadState } from './upload-step.ts'

/** One upload as React state, live. */
export function useUploadState(upload: Upload): UploadState {
  return useSyncExternalStore(upload.subscribe, upload.read, upload.read)
}

/**
 * The uploads of one field. `onDone` is called once for each that is finished; it then leaves the list.
 * When the field goes, they stop; choosing the same file again goes on where they were.
 */
export function useUploads(
  purpose: UploadPurpose,
  onDone: (file: UploadedFile, upload: Upload) => void,
  use?: StaffPictureUse,
) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const running = useRef(new Set<Upload>())
  const done = useRef(onDone)
  useEffect(() => {
    done.current = onDone
  })

  const drop = useCallback((upload: Upload) => {
    // first, for the cancelling is heard below
    running.current.delete(upload)
    upload.cancel()
    setUploads((list) => list.filter((one) => one !== upload))
  }, [])

  const add = useCallback(
    (files: Iterable<File>): Upload[] =>
      Array.from(files, (file) => {
        const upload = beginUpload(file, purpose, use)
        running.current.add(upload)
        upload.subscribe(() => {
          const { phase, result } = upload.read()
          if (phase !== 'done' || !result || !running.current.has(upload)) return
          drop(upload)
          done.current(result, upload)
        })
        setUploads((list) => [...list, upload])
        return upload
      }),
    [purpose, use, drop],
  )

  useEffect(
    () => () => {
      for (const upload of running.current) upload.pause()
    },
    [],
  )

  return { uploads, add, drop }
}
