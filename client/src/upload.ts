import { base, type Input, type Output } from './call.ts'
import { sendForm } from './send-form.ts'
import { readSession } from './session.ts'

type Uploaded = Output<'POST /file/v1/upload'>

/**
 * Uploads one file of a learner.
 * @throws CallRefused, CallFailed, CallOffline, AbortError
 */
export async function upload(
  file: Blob,
  purpose: Input<'POST /file/v1/upload'>['purpose'],
  options: {
    name?: string
    /** from 0 to 1 */
    onProgress?: (share: number) => void
    signal?: AbortSignal
    quiet?: boolean
  } = {},
): Promise<Uploaded> {
  const { name, onProgress, signal, quiet } = options
  const body = new FormData()
  body.set('purpose', purpose)
  body.set('file', file, name ?? (file instanceof File ? file.name : 'file'))
  const data = await sendForm(`${base}/file/v1/upload`, body, {
    token: readSession()?.token,
    onProgress: (loaded, total) => onProgress?.(loaded / total),
    signal,
    quiet,
  })
  return asUploaded(data)
}

/** The contract's response schema is the server's presenter: what arrives with code 1 has its shape. */
function asUploaded(data: unknown): Uploaded {
  return data as Uploaded
}
