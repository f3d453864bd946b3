import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileStore } from './store.ts'
import { MissingContentError } from './store.ts'

export interface SentContentInfo {
  name: string
  mime: string
  size: number
  sha256: Buffer
  /** The browser saves the file even if it could show it. */
  asDownload?: boolean
  /** Pages show it under the address of a CDN. */
  isShared?: boolean
}

export interface StoredContent extends SentContentInfo {
  storageKey: string
}

/** The caller of `sendStoredFile` has checked access and chosen the cache time. */
export async function sendStoredFile(
  store: FileStore,
  file: StoredContent,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if ((await store.size(file.storageKey)) !== file.size) throw new MissingContentError(file.storageKey)
  return sendBytes(file, (range) => store.read(file.storageKey, range), request, reply)
}

/** @param read returns the bytes from `start` to `end`, both inclusive */
export function sendBytes(
  file: SentContentInfo,
  read: (range: { start: number; end: number }) => Readable,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const etag = `"${file.sha256.toString('base64url')}"`
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'content-disposition': contentDisposition(file),
    'cross-origin-resource-policy': file.isShared ? 'cross-origin' : 'same-origin',
  })
  if (names(request.headers['if-none-match'], etag)) return reply.code(304).send()
  reply.type(file.mime)
  const range = parseRangeHeader(askedRange(request, etag), file.size)
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.size}`).send()
  const { start, end } = range === 'whole' ? { start: 0, end: file.size - 1 } : range
  reply.header('content-length', end - start + 1)
  if (range !== 'whole') reply.code(206).header('content-range', `bytes ${start}-${end}/${file.size}`)
  if (request.method === 'HEAD') return reply.send()
  return reply.send(read({ start, end }))
}

/** A Range header counts only for GET. With If-Range it counts only if the client has this version of the file. */
function askedRange(request: FastifyRequest, etag: string): string | undefined {
  if (request.method !== 'GET') return undefined
  const condition = request.headers['if-range']
  return condition === undefined || condition === etag ? request.headers.range : undefined
}

function names(header: string | undefined, etag: string): boolean {
  if (!header) return false
  return header
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || tag === etag)
}

/** Media open in the browser; other files are saved. The name is encoded by RFC 8187. */
export function contentDisposition({
  mime,
  name,
  asDownload = false,
}: Pick<SentContentInfo, 'mime' | 'name' | 'asDownload'>): string {
  const shown = /^(image|video|audio)\/|^text\/vtt$/.test(mime) && !asDownload
  const kind = shown ? 'inline' : 'attachment'
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename*=UTF-8''${encoded}`
}

interface ByteRange {
  /** Both ends of the range are inclusive. */
  start: number
  end: number
}

/** RFC 9110 §14. `whole`: no range, several, or bad syntax. `unsatisfiable`: beyond the end. */
export function parseRangeHeader(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const match = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header ?? '')
  const [first, last] = [match?.[1] ?? '', match?.[2] ?? '']
  if (!match || (!first && !last)) return 'whole'
  if (!first) {
    const count = Math.min(Number(last), size)
    return count === 0 ? 'unsatisfiable' : { start: size - count, end: size - 1 }
  }
  const start = Number(first)
  if (last && Number(last) < start) return 'whole'
  if (start >= size) return 'unsatisfiable'
  return { start, end: last ? Math.min(Number(last), size - 1) : size - 1 }
}
