import { type ClientInput, type ClientOutput, clientCallsBase } from './call.ts'
import { sendForm } from './send-form.ts'
import { readSession } from './session.ts'

type Uploaded = ClientOutput<'POST /file/v1/upload'>

/** Uploads a learner's file. @throws CallRefused, CallFailed, CallOffline, AbortError. */
export async function uploadLearnerFile(
  file: Blob,
  purpose: ClientInput<'POST /file/v1/upload'>['purpose'],
  options: {
    name?: string
    /** Called with the share that has been sent, from 0 to 1. */
    onProgress?: (share: number) => void
    signal?: AbortSignal
    quiet?: boolean
  } = {},
): Promise<Uploaded> {
  const { name, onProgress, signal, quiet } = options
  const body = new FormData()
  body.set('purpose', purpose)
  body.set('file', file, name ?? (file instanceof File ? file.name : 'file'))
  const data = await sendForm(`${clientCallsBase}/file/v1/upload`, body, {
    token: readSession()?.token,
    onProgress: (loaded, total) => onProgress?.(loaded / total),
    signal,
    quiet,
  })
  return asUploaded(data)
}

/** The server validates the data of code 1 with the contract's response schema, so the cast is safe. */
function asUploaded(data: unknown): Uploaded {
  return data as Uploaded
}
