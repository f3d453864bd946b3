import { CallOffline, emitCallEvent, readCallResponse } from './answers.ts'
import { callTimeoutMs } from './make-call.ts'

export interface SendFormOptions {
  token: string | undefined
  onProgress?: ((loaded: number, total: number) => void) | undefined
  signal?: AbortSignal | undefined
  quiet?: boolean | undefined
}

/**
 * Posts a form by XHR, because fetch reports no upload progress. The limit of 60 s restarts with each progress. @throws
 * CallRefused, CallFailed, CallOffline, AbortError.
 */
export function sendForm(url: string, body: FormData, options: SendFormOptions): Promise<unknown> {
  const { token, quiet, signal } = options
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open('POST', url)
    if (token) xhr.setRequestHeader('Authorization', token)
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
      if (event.lengthComputable) options.onProgress?.(event.loaded, event.total)
    }
    xhr.onerror = () => lost(false)
    xhr.onabort = () => reject(new DOMException('aborted', 'AbortError'))
    xhr.onloadend = () => clearTimeout(timer)
    xhr.onload = () => {
      const retryAfter = xhr.getResponseHeader('retry-after')
      try {
        resolve(readCallResponse({ status: xhr.status, text: xhr.responseText, retryAfter }, { quiet, token }))
      } catch (error) {
        reject(error)
      }
    }
    signal?.addEventListener('abort', () => xhr.abort(), { once: true })
    xhr.send(body)
  })
}
