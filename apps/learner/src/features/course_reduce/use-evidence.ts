import type { ReductionEvidence } from '@ce/client/course_reduce.ts'
import { desktopPictureTypes, pictureRules, preparePicture } from '@ce/client/prepare-picture.ts'
import { uploadLearnerFile } from '@ce/client/upload.ts'
import { useRef, useState } from 'react'
import { createEvidenceSender, type EvidenceUploads } from './evidence-sender.ts'

export const maxEvidenceFiles = 9
/** Without HEIC in the list, an iPhone sends photos as JPEG. */
export const evidenceFileTypes = { phone: '.pdf,.jpg,.jpeg,.png', desktop: `.pdf,${desktopPictureTypes}` }

const stillSending = '材料还在上传，请等上传完成后再提交'

/**
 * A draft stores the files as JSON. Only these forms write it, and the server checks each file, so the cast is safe.
 */
export function parseEvidenceFiles(field: string): ReductionEvidence[] {
  return JSON.parse(field)
}

export function useEvidenceUploadGuard() {
  const [sending, setSending] = useState(false)
  return {
    onSending: setSending,
    /** Warns before leaving, because a draft cannot store an unfinished upload. */
    loss: sending ? '文件还在上传，离开后需要重新选择。' : null,
    /** @throws Error with a text for the student if a file is still uploading */
    requireAllSent: () => {
      if (sending) throw new Error(stillSending)
    },
  }
}

/** Uploads pictures and PDF files one after another. */
export function useEvidence(
  value: readonly ReductionEvidence[],
  onChange: (files: ReductionEvidence[]) => void,
  options: {
    mostFiles?: number | undefined
    onSending?: ((sending: boolean) => void) | undefined
  } = {},
) {
  const { mostFiles = maxEvidenceFiles, onSending } = options
  // Use the newest list, because the student may choose more files during an upload.
  const files = useRef(value)
  files.current = value
  const [state, setState] = useState<EvidenceUploads>({ sending: null, unsent: [] })
  const put = (next: ReductionEvidence[]) => {
    files.current = next
    onChange(next)
  }
  const world = { mostFiles, prepare, put, there: () => files.current, upload: send }
  const now = useRef(world)
  now.current = world
  const hears = useRef(onSending)
  hears.current = onSending
  const [sender] = useState(() =>
    createEvidenceSender(
      () => now.current,
      (next) => {
        setState(next)
        hears.current?.(next.sending !== null)
      },
    ),
  )
  return {
    ...state,
    full: value.length >= mostFiles,
    take: sender.take,
    retry: sender.retry,
    remove: (fileId: string) => put(files.current.filter((file) => file.fileId !== fileId)),
  }
}

const prepare = (file: File) => preparePicture(file, pictureRules.EVIDENCE)

async function send(file: File, onProgress: (share: number) => void): Promise<ReductionEvidence> {
  const { id: fileId, ...kept } = await uploadLearnerFile(file, 'EVIDENCE', { onProgress, quiet: true })
  return { fileId, ...kept }
}
