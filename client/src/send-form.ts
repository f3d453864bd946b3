import { CallOffline, emitCallEvent, readAnswer } from './answers.ts'
import { timeoutMs } from './make-call.ts'

export interface SendOptions {
  token: string | undefined
  /** bytes on their way of all, the form's own included */
  onProgress?: ((loaded: number, total: number) => void) | undefined
  signal?: AbortSignal | undefined
  quiet?: boolean | undefined
}

/**
 * Posts a form and gives the `data` of its answer. XHR, because fetch tells nothing of progress on the way up.
 * The 60 s limit counts from the last progress, so that a slow line may finish a large file.
 * @throws CallRefused, CallFailed, CallOffline, AbortError
 */
export function sendForm(url: string, body: FormData, options: SendOptions): Promise<unknown> {
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
    let timer = setTimeout(expire, timeoutMs)
    xhr.upload.onprogress = (event) => {
      clearTimeout(timer)
      timer = setTimeout(expire, timeoutMs)
      if (event.lengthComputable) options.onProgress?.(event.loaded, event.total)
    }
    xhr.onerror = () => lost(false)
    xhr.onabort = () => reject(new DOMException('aborted', 'AbortError'))
    xhr.onloadend = () => clearTimeout(timer)
    xhr.onload = () => {
      const retryAfter = xhr.getResponseHeader('retry-after')
      try {
        resolve(
          readAnswer({ status: xhr.status, text: xhr.responseText, retryAfter }, { quiet, token }),
        )
      } catch (error) {
        reject(error)
      }
    }
    signal?.addEventListener('abort', () => xhr.abort(), { once: true })
    xhr.send(body)
  })
}
