import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { MissingContent } from './missing.ts'
import { rangeOf } from './range.ts'
import type { FileStore } from './store.ts'

/** What is told of a content that is sent. */
export interface SentContent {
  name: string
  mime: string
  size: number
  sha256: Buffer
  /** saved even when a browser could show it */
  asDownload?: boolean
}

export interface StoredContent extends SentContent {
  storageKey: string
}

/**
 * Answers a GET or HEAD with a stored file: whole or one range, conditional by its strong ETag.
 * The caller has decided who may have it and for how long it may be cached.
 */
export async function sendContent(
  store: FileStore,
  file: StoredContent,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if ((await store.size(file.storageKey)) !== file.size) throw new MissingContent(file.storageKey)
  return sendBytes(file, (range) => store.read(file.storageKey, range), request, reply)
}

/** The same of what lies in no file of its own. @param read gives the bytes from `start` to `end`, both included */
export function sendBytes(
  file: SentContent,
  read: (range: { start: number; end: number }) => Readable,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const etag = `"${file.sha256.toString('base64url')}"`
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'content-disposition': disposition(file),
    'cross-origin-resource-policy': 'same-origin',
  })
  if (names(request.headers['if-none-match'], etag)) return reply.code(304).send()
  reply.type(file.mime)
  const range = rangeOf(askedRange(request, etag), file.size)
  if (range === 'unsatisfiable')
    return reply.code(416).header('content-range', `bytes */${file.size}`).send()
  const { start, end } = range === 'whole' ? { start: 0, end: file.size - 1 } : range
  reply.header('content-length', end - start + 1)
  if (range !== 'whole')
    reply.code(206).header('content-range', `bytes ${start}-${end}/${file.size}`)
  if (request.method === 'HEAD') return reply.send()
  return reply.send(read({ start, end }))
}

/** A range counts on GET only, and under If-Range only while the content is the one the client has. */
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

/** Pictures, sound, films and captions open in place; anything else is saved. The name travels by RFC 8187. */
function disposition({ mime, name, asDownload = false }: SentContent): string {
  const shown = /^(image|video|audio)\/|^text\/vtt$/.test(mime) && !asDownload
  const kind = shown ? 'inline' : 'attachment'
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename*=UTF-8''${encoded}`
}
