import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type Encoding = 'br' | 'gzip' | 'identity'

/** The best encoding a client takes by its Accept-Encoding. */
export function encodingFor(header: string | string[] | undefined): Encoding {
  const taken = new Set(
    String(header ?? '')
      .split(',')
      .map((entry) => entry.trim().toLowerCase())
      .filter((entry) => !/;\s*q=0(\.0*)?$/.test(entry))
      .map((entry) => entry.split(';')[0]?.trim()),
  )
  if (taken.has('br')) return 'br'
  return taken.has('gzip') ? 'gzip' : 'identity'
}

/** Bytes in an encoding. `quality` is brotli's: 4 for what is made per answer, 9 for what is kept. */
export async function encode(bytes: Buffer, encoding: Encoding, quality: 4 | 9): Promise<Buffer> {
  if (encoding === 'br')
    return promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    })
  return encoding === 'gzip' ? promisify(gzip)(bytes) : bytes
}

/** Sends a text of ours under the headers it has, compressed as its reader takes it. */
export async function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: Buffer,
): Promise<FastifyReply> {
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  reply.header('vary', 'Accept-Encoding')
  return reply.send(await encode(bytes, encoding, 4))
}
