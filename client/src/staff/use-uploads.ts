import type { StaffPictureUse } from '@ce/contract/picture-uses'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ResumableUpload } from './make-upload.ts'
import { beginUpload } from './upload.ts'
import type { UploadedFile, UploadPurpose, UploadState } from './upload-step.ts'

export function useUploadState(upload: ResumableUpload): UploadState {
  return useSyncExternalStore(upload.subscribe, upload.read, upload.read)
}

/** `onDone` is called once per finished upload. Unmounting stops uploads; choosing the file again continues them. */
export function useUploads(
  purpose: UploadPurpose,
  onDone: (file: UploadedFile, upload: ResumableUpload) => void,
  use?: StaffPictureUse,
) {
  const [uploads, setUploads] = useState<readonly ResumableUpload[]>([])
  const running = useRef(new Set<ResumableUpload>())
  const done = useRef(onDone)
  useEffect(() => {
    done.current = onDone
  })

  const drop = useCallback((upload: ResumableUpload) => {
    // Remove the upload before cancelling it, because the listener below would react to the cancelling.
    running.current.delete(upload)
    upload.cancel()
    setUploads((list) => list.filter((one) => one !== upload))
  }, [])

  const add = useCallback(
    (files: Iterable<File>): ResumableUpload[] =>
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
