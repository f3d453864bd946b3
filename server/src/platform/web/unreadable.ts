import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { toRefusalResponse } from '../errors.ts'
import { logUnreadableRequest } from '../observability/requests.ts'

/** Responds to requests that cannot be parsed, such as an unknown method or a huge header. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const status = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }[error.code ?? ''] ?? 400
  const { body } = toRefusalResponse('common.unparsable')
  const json = JSON.stringify(body)
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `x-request-id: ${logUnreadableRequest(status, 'common.unparsable')}`,
      'content-type: application/json; charset=utf-8',
      'x-content-type-options: nosniff',
      `content-length: ${Buffer.byteLength(json)}`,
      'connection: close',
      '',
      json,
    ].join('\r\n'),
  )
}
