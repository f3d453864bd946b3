import { CallOffline, emitCallEvent, readCallResponse } from './answers.ts'
import { callTimeoutMs } from './make-call.ts'

export interface SendFormOptions {
  token: string | undefined
  onProgress?: ((loaded: number, total: number) => void) | undefined
  signal?: AbortSignal | undefined
  quiet?: boolean | undefined
}

/**
 * Posts a form by XHR, because fetch reports no upload progress. The limit of 60 s restarts with each progress.
 * @throws CallRefused, CallFailed, CallOffline, AbortError.
 */
export async function sendForm(url: string, body: FormData, options: SendFormOptions): Promise<unknown> {
  const { token, quiet } = options
  const headers = token ? [{ name: 'Authorization', value: token }] : []
  const xhr = await sendByXhr({ method: 'POST', url, headers, body }, options)
  const retryAfter = xhr.getResponseHeader('retry-after')
  return readCallResponse({ status: xhr.status, text: xhr.responseText, retryAfter }, { quiet, token })
}

/** Sends a piece of a file to an address that the portal signed. @throws CallOffline, AbortError. */
export async function sendPiece(
  signed: { url: string; headers: readonly { name: string; value: string }[] },
  body: Blob,
  options: Pick<SendFormOptions, 'onProgress' | 'signal'>,
): Promise<void> {
  const { status } = await sendByXhr({ ...signed, method: 'PUT', body }, options)
  if (status >= 300) throw new Error(`the store of files answered ${status}`)
}

interface Sent {
  method: 'POST' | 'PUT'
  url: string
  headers: readonly { name: string; value: string }[]
  body: FormData | Blob
}

function sendByXhr(
  { method, url, headers, body }: Sent,
  { onProgress, signal }: Pick<SendFormOptions, 'onProgress' | 'signal'>,
): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open(method, url)
    for (const { name, value } of headers) xhr.setRequestHeader(name, value)
    const lost = (timedOut: boolean) => {
      emitCallEvent({ kind: 'offline' })
      reject(new CallOffline(timedOut))
    }
    const expire = () => {
      xhr.onabort = null
      xhr.abort()
      lost(true)
    }
    let timer = setTimeout(expire, callTimeoutMs)
    xhr.upload.onprogress = (event) => {
      clearTimeout(timer)
      timer = setTimeout(expire, callTimeoutMs)
      if (event.lengthComputable) onProgress?.(event.loaded, event.total)
    }
    xhr.onerror = () => lost(false)
    xhr.onabort = () => reject(new DOMException('aborted', 'AbortError'))
    xhr.onloadend = () => clearTimeout(timer)
    xhr.onload = () => resolve(xhr)
    signal?.addEventListener('abort', () => xhr.abort(), { once: true })
    xhr.send(body)
  })
}
