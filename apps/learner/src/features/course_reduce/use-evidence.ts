import type { Evidence } from '@ce/client/course_reduce.ts'
import { deskPictures, pictureRules, preparePicture } from '@ce/client/prepare-picture.ts'
import { upload } from '@ce/client/upload.ts'
import { useRef, useState } from 'react'
import { makeEvidenceSender, type Sendings } from './evidence-sender.ts'

/** as many as an application takes */
export const evidenceMost = 9
/** What the chooser offers. On a phone HEIC is not asked for: an iPhone then gives a JPEG of its own making. */
export const evidenceTypes = { phone: '.pdf,.jpg,.jpeg,.png', desktop: `.pdf,${deskPictures}` }

const stillSending = '材料还在上传，请等上传完成后再提交'

/** The files of a form's field, which holds them as JSON so that its draft keeps them. The guarantee: only such a form writes them, and the server looks at each again. */
export function filesIn(field: string): Evidence[] {
  return JSON.parse(field)
}

/** A form with files does not go without the one that is on its way: it hears of it, and says so. */
export function useSendingFiles() {
  const [sending, setSending] = useState(false)
  return {
    onSending: setSending,
    /** what a draft cannot keep */
    loss: sending ? '文件还在上传，离开后需要重新选择。' : null,
    /** @throws in words, while a file is on its way */
    requireAllSent: () => {
      if (sending) throw new Error(stillSending)
    },
  }
}

/**
 * Pictures and PDF as evidence: sent at once, one after the other, with their progress; taken out again.
 */
export function useEvidence(
  value: readonly Evidence[],
  onChange: (files: Evidence[]) => void,
  options: {
    mostFiles?: number | undefined
    /** hears whether a file is on its way */
    onSending?: ((sending: boolean) => void) | undefined
  } = {},
) {
  const { mostFiles = evidenceMost, onSending } = options
  // what came in since: a second choice while the first is still being sent must not lose any
  const files = useRef(value)
  files.current = value
  const [state, setState] = useState<Sendings>({ sending: null, unsent: [] })
  const put = (next: Evidence[]) => {
    files.current = next
    onChange(next)
  }
  const world = { mostFiles, prepare, put, there: () => files.current, upload: send }
  const now = useRef(world)
  now.current = world
  const hears = useRef(onSending)
  hears.current = onSending
  const [sender] = useState(() =>
    makeEvidenceSender(
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

async function send(file: File, onProgress: (share: number) => void): Promise<Evidence> {
  const { id: fileId, ...kept } = await upload(file, 'EVIDENCE', { onProgress, quiet: true })
  return { fileId, ...kept }
}
