import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { refusalAnswer } from '../errors.ts'
import { reportUnreadable } from '../observability/requests.ts'

/** What is not even HTTP (an unknown method, a huge header, a request that never ends) gets an envelope too. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const status =
    { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }[error.code ?? ''] ?? 400
  const { body } = refusalAnswer('common.unparsable')
  const json = JSON.stringify(body)
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `x-request-id: ${reportUnreadable(status, 'common.unparsable')}`,
      'content-type: application/json; charset=utf-8',
      'x-content-type-options: nosniff',
      `content-length: ${Buffer.byteLength(json)}`,
      'connection: close',
      '',
      json,
    ].join('\r\n'),
  )
}
