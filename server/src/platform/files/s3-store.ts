import { setTimeout as delay } from 'node:timers/promises'
import { filmWindowSeconds } from './links.ts'
import { portionBytes, readLeaves, S3Client, type S3Limits } from './s3-client.ts'
import { abortParts, beginParts, completeParts, listParts } from './s3-parts.ts'
import type { S3Settings } from './s3-settings.ts'
import {
  type DirectAccess,
  type FileStore,
  MissingContentError,
  type NamedPart,
  readableOf,
  StoreUnavailableError,
} from './store.ts'

const resumeAfterMs = 100

/** Keys are made by us; a `..` would be resolved by the URL and lead to another prefix. */
const isPlainKey = (key: string) =>
  /^[\w.-]+(\/[\w.-]+)*$/.test(key) && !key.split('/').some((part) => /^\.+$/.test(part))

function requirePlainKey(key: string): void {
  if (!isPlainKey(key)) throw new Error('file key outside the store')
}

export function createS3FileStore(settings: S3Settings, limits?: Partial<S3Limits>): FileStore {
  const client = new S3Client(settings, limits)

  const remove = async (key: string) => {
    requirePlainKey(key)
    await client.ask({ operation: 'delete', method: 'DELETE', key })
  }

  const putWhole = async (key: string, body: Buffer) => {
    await client.ask({ operation: 'put', method: 'PUT', key, body })
  }

  return {
    isPaused: () => client.isPaused(),
    put: async (key, content) => {
      requirePlainKey(key)
      if (Buffer.isBuffer(content)) return putWhole(key, content)
      const { partBytes } = client.limits
      const parts = partsOf(content, partBytes)
      const first = await parts.next()
      if (first.done) return putWhole(key, Buffer.alloc(0))
      try {
        if (first.value.length < partBytes) await putWhole(key, first.value)
        else await putParts(client, key, first.value, parts)
      } finally {
        // The source is closed when the store fails.
        await parts.return()
      }
    },
    size: async (key) => {
      requirePlainKey(key)
      const { status, headers } = await client.ask({ operation: 'head', method: 'HEAD', key })
      if (status === 404) await requireMissing(client, key)
      if (headers['content-length'] === undefined) throw new StoreUnavailableError('no content-length')
      return Number(headers['content-length'])
    },
    direct: directAccess(client, settings),
    isReadByAnybody: (key) => client.isReadByAnybody(key),
    read: (key, range) => {
      requirePlainKey(key)
      return readableOf((signal) => readRange(client, { key, ...range, signal }))
    },
    remove,
    /** A crash between both requests leaves the content under both keys. */
    move: async (key, to) => {
      requirePlainKey(key)
      requirePlainKey(to)
      const headers = { 'x-amz-copy-source': `/${settings.bucket}/${settings.prefix}${key}` }
      const { status } = await client.ask({ operation: 'copy', method: 'PUT', key: to, headers })
      if (status === 404) throw new MissingContentError(key)
      await remove(key)
    },
    list: (folder) => {
      requirePlainKey(folder)
      return list(client, settings.prefix, folder)
    },
  }
}

/** The answer to a HEAD does not say what is missing: the content, the bucket or the store. */
async function requireMissing(client: S3Client, key: string): Promise<void> {
  const headers = { range: 'bytes=0-0' }
  const { status } = await client.ask({ operation: 'get', method: 'GET', key, headers })
  if (status === 404) throw new MissingContentError(key)
  throw new StoreUnavailableError('HTTP 404')
}

/** At most two parts are in memory: the one that is sent, and while it is made its pieces. */
async function* partsOf(content: AsyncIterable<Buffer>, partBytes: number): AsyncGenerator<Buffer, void, void> {
  let pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of content) {
    for (let rest = piece; rest.length > 0; ) {
      const taken = rest.subarray(0, partBytes - bytes)
      rest = rest.subarray(taken.length)
      pieces.push(taken)
      bytes += taken.length
      if (bytes < partBytes) continue
      yield Buffer.concat(pieces)
      ;[pieces, bytes] = [[], 0]
    }
  }
  if (bytes > 0) yield Buffer.concat(pieces)
}

/** The content appears under its key when all parts are there, and not before. */
async function putParts(client: S3Client, key: string, first: Buffer, others: AsyncIterable<Buffer>): Promise<void> {
  const uploadId = await beginParts(client, key)
  try {
    const parts: NamedPart[] = []
    let size = 0
    const send = async (body: Buffer) => {
      const number = parts.length + 1
      const query = { partNumber: String(number), uploadId }
      const { headers } = await client.ask({ operation: 'part', method: 'PUT', key, query, body })
      parts.push({ number, tag: headers.etag ?? '' })
      size += body.length
    }
    await send(first)
    for await (const part of others) await send(part)
    await completeParts(client, key, { uploadId, parts, size })
  } catch (error) {
    await abortParts(client, key, uploadId)
    throw error
  }
}

/** Signatures begin with such a span of time, so that everybody gets the same address for a while. */
const windowMs = filmWindowSeconds * 1000

const readSeconds = 30 * 60

/** Null while browsers do not reach the store. */
function directAccess(client: S3Client, { browserEndpoint }: S3Settings): DirectAccess | undefined {
  if (!browserEndpoint) return undefined
  /** The addresses of this span: all viewers of a film ask for the same. */
  let reads = { began: 0, urls: new Map<string, Promise<string>>() }
  return {
    begin: (key) => beginParts(client, key),
    list: (key, uploadId) => listParts(client, key, uploadId),
    complete: (key, upload) => completeParts(client, key, upload),
    abort: (key, uploadId) => abortParts(client, key, uploadId),
    signPart: (key, { uploadId, number, size, sha256 }) => {
      const query = { partNumber: String(number), uploadId }
      return client.signPut(browserEndpoint, { key, query, size, sha256 })
    },
    signRead: (key, { mime, disposition }) => {
      const began = Math.floor(Date.now() / windowMs) * windowMs
      if (reads.began !== began) reads = { began, urls: new Map() }
      const query = {
        'response-cache-control': `public, max-age=${filmWindowSeconds}`,
        'response-content-disposition': disposition,
        'response-content-type': mime,
      }
      const name = JSON.stringify([key, mime, disposition])
      const url =
        reads.urls.get(name) ??
        client.signGet(browserEndpoint, { key, query, seconds: readSeconds, at: new Date(began) })
      reads.urls.set(name, url)
      return url
    },
  }
}

/** An answer that is cut, or a connection that was idle while a viewer paused, goes on from the next byte. */
async function* readRange(
  client: S3Client,
  { key, start, end, signal }: { key: string; start: number; end: number; signal: AbortSignal },
): AsyncGenerator<Buffer> {
  let at = start
  for (let failures = 0; at <= end; ) {
    const headers = { range: `bytes=${at}-${end}` }
    const answer = await client.open({ operation: 'get', method: 'GET', key, headers, signal })
    const before = at
    let cause: unknown
    try {
      if (answer.statusCode === 404 || answer.statusCode === 416) throw new MissingContentError(key)
      if (!startsAt(answer.headers['content-range'], at)) throw new StoreUnavailableError('another range')
      const body = answer[Symbol.asyncIterator]() as AsyncIterator<Buffer>
      // Read to its end, so that the connection can be used again.
      for (;;) {
        const next = await body.next().catch((error: unknown) => {
          cause = error
          return { done: true as const, value: undefined }
        })
        if (next.done) break
        const piece = next.value.subarray(0, end + 1 - at)
        at += piece.length
        yield piece
        if (piece.length < next.value.length) throw new StoreUnavailableError('another range')
      }
    } finally {
      answer.destroy()
    }
    signal.throwIfAborted()
    failures = at - before >= portionBytes ? 0 : failures + 1
    if (at > end) return
    if (failures >= client.limits.tries) throw new StoreUnavailableError('an answer ends early', { cause })
    await delay(resumeAfterMs)
  }
}

function startsAt(contentRange: string | undefined, at: number): boolean {
  return contentRange?.startsWith(`bytes ${at}-`) === true
}

/** The rest of a folder with more files than this is seen when the first ones are gone. */
const mostPages = 200

/** Uses the first version of this call, which every store knows. */
async function list(client: S3Client, prefix: string, folder: string): ReturnType<FileStore['list']> {
  const found: { key: string; writtenAt: Date }[] = []
  let marker = ''
  for (let page = 0; page < mostPages; page += 1) {
    const query = {
      prefix: `${prefix}${folder}/`,
      delimiter: '/',
      'max-keys': String(client.limits.pageKeys),
      ...(marker ? { marker } : {}),
    }
    const { text } = await client.ask({ operation: 'list', method: 'GET', key: null, query })
    const leaves = await readLeaves(text)
    let [key, last] = ['', '']
    for (const { name, text: value } of leaves) {
      if (name === 'Key') [key, last] = [value.slice(prefix.length), value]
      // Others may have put something into the bucket too.
      if (name === 'LastModified' && last.startsWith(prefix) && isPlainKey(key))
        found.push({ key, writtenAt: new Date(value) })
    }
    if (!leaves.some(({ name, text }) => name === 'IsTruncated' && text === 'true')) break
    const next = leaves.findLast(({ name }) => name === 'NextMarker')?.text ?? last
    if (Buffer.compare(Buffer.from(next), Buffer.from(marker)) <= 0)
      throw new StoreUnavailableError('a list does not go on')
    marker = next
  }
  return found
}
