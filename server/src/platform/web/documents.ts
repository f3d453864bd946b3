import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Env } from '../env.ts'
import { type DocumentKind, documentHeaders } from './security-headers.ts'

const patienceMs = 5000

const patienceBytes = 32 * 1024 * 1024

type Answer = (request: FastifyRequest, reply: FastifyReply, target: string) => Promise<unknown>

export interface DocumentSources {
  shell: (url: string) => Promise<string>
  console: Answer | null
  site: Answer | null
  /** Call this when visible content has changed. */
  clear: () => void
  /**
   * Call this when the database connection for notifications is lost, because content may then change without a
   * notification.
   */
  clearKept: () => void
}

/**
 * Writes two settings into the page: the percentage of visits that are measured (client/src/reporting/) and whether
 * this is a practice portal (client/src/practice.ts).
 */
export function addDocumentSettings(
  html: string,
  { vitalsPercent, practice }: Pick<Env, 'vitalsPercent' | 'practice'>,
): string {
  const told = html.replace('__VITALS_PERCENT__', `${vitalsPercent}`)
  return practice ? told.replace('</head>', '<meta name="practice" content="1" />\n</head>') : told
}

export function sendDocument(reply: FastifyReply, html: string, kind: DocumentKind = {}): FastifyReply {
  const nonce = randomBytes(16).toString('base64url')
  reply.headers(documentHeaders(nonce, kind))
  // Use a function, because `$&` in a replacement text would be read as a pattern.
  return reply.send(html.replaceAll('__NONCE__', () => nonce))
}

/** Reads the rest of the request, so that the client sees the refusal instead of a broken connection. */
export function discardRequestBody(request: IncomingMessage): Promise<void> {
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

export type ContentEncoding = 'br' | 'gzip' | 'identity'

export function chooseEncoding(header: string | string[] | undefined): ContentEncoding {
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

/** Use quality 4 for single responses and 9 for cached files. */
export async function compressBytes(bytes: Buffer, encoding: ContentEncoding, quality: 4 | 9): Promise<Buffer> {
  if (encoding === 'br')
    return promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    })
  return encoding === 'gzip' ? promisify(gzip)(bytes) : bytes
}

export async function sendEncoded(request: FastifyRequest, reply: FastifyReply, bytes: Buffer): Promise<FastifyReply> {
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  reply.header('vary', 'Accept-Encoding')
  return reply.send(await compressBytes(bytes, encoding, 4))
}
