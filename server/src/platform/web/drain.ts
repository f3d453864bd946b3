import type { IncomingMessage } from 'node:http'

const patienceMs = 5000
const patienceBytes = 32 * 1024 * 1024

/**
 * Throws away what a client is still sending, within limits: answered in the middle of it, the client would see a
 * broken pipe instead of the refusal.
 */
export function drained(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    let bytes = 0
    const enough = () => {
      clearTimeout(timer)
      request.off('data', count)
      resolve()
    }
    const count = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > patienceBytes) enough()
    }
    const timer = setTimeout(enough, patienceMs)
    request.on('data', count).once('end', enough).once('close', enough).once('error', enough)
  })
}
