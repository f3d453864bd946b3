import { CallOffline, emitCallEvent, readAnswer } from './answers.ts'
import { base, type Input, type Output, timeoutMs } from './call.ts'
import { readSession } from './session.ts'

type Uploaded = Output<'POST /file/v1/upload'>

/**
 * Uploads one file. XHR, because fetch tells nothing of progress on the way up.
 * The 60 s limit counts from the last progress, so that a slow line may finish a large file.
 * @throws CallRefused, CallFailed, CallOffline, AbortError
 */
export function upload(
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
  const token = readSession()?.token
  const body = new FormData()
  body.set('purpose', purpose)
  body.set('file', file, options.name ?? (file instanceof File ? file.name : 'file'))
  return new Promise<Uploaded>((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open('POST', `${base}/file/v1/upload`)
    if (token) xhr.setRequestHeader('Authorization', token)
    const lost = (timedOut: boolean) => {
      emitCallEvent({ kind: 'offline' })
      reject(new CallOffline(timedOut))
    }
    let timer = setTimeout(() => expire(), timeoutMs)
    const expire = () => {
      xhr.onabort = null
      xhr.abort()
      lost(true)
    }
    xhr.upload.onprogress = (event) => {
      clearTimeout(timer)
      timer = setTimeout(expire, timeoutMs)
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total)
    }
    xhr.onerror = () => lost(false)
    xhr.onabort = () => reject(new DOMException('aborted', 'AbortError'))
    xhr.onloadend = () => clearTimeout(timer)
    xhr.onload = () => {
      const answer = {
        status: xhr.status,
        text: xhr.responseText,
        retryAfter: xhr.getResponseHeader('retry-after'),
      }
      try {
        resolve(asUploaded(readAnswer(answer, { quiet: options.quiet, token })))
      } catch (error) {
        reject(error)
      }
    }
    options.signal?.addEventListener('abort', () => xhr.abort(), { once: true })
    xhr.send(body)
  })
}

/** The contract's response schema is the server's presenter: what arrives with code 1 has its shape. */
function asUploaded(data: unknown): Uploaded {
  return data as Uploaded
}
