import { createHash } from 'node:crypto'
import { Agent as HttpAgent, type IncomingMessage, request as openHttp } from 'node:http'
import { Agent as HttpsAgent, request as openHttps } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import { retryWaitMs } from '@ce/contract/retry-wait'
import { Gauge } from '@prometheus-io/client'
import { AwsV4Signer } from 'aws4fetch'
import { ChannelPaused, createCircuit } from '../circuit.ts'
import { errorCodeOf } from '../error-code.ts'
import { measureChannelCall } from '../observability/channel-calls.ts'
import { metricsRegistry } from '../observability/metrics.ts'
import { readXml } from '../sheets/xml.ts'
import { type S3Settings, s3BaseUrl } from './s3-settings.ts'
import { StoreUnavailableError } from './store.ts'

export const fileStoreChannel = 'FILES'

/** Names of what is asked, for the metric of calls. */
export type S3Operation =
  | 'head'
  | 'get'
  | 'put'
  | 'delete'
  | 'list'
  | 'copy'
  | 'begin'
  | 'part'
  | 'parts'
  | 'complete'
  | 'abort'

export interface S3Request {
  operation: S3Operation
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Null asks the bucket itself. */
  key: string | null
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Buffer
  /** Ends the request and closes its connection. */
  signal?: AbortSignal
}

export interface S3Answer {
  status: number
  headers: IncomingMessage['headers']
  text: string
}

export interface S3Limits {
  /** Milliseconds until the answer begins, and until a short answer is complete; more for a request with a body. */
  answerMs: number
  /** Milliseconds in which a connection may carry nothing. */
  idleMs: number
  tries: number
  /** Keys in one page of a list. */
  pageKeys: number
  /** Stores take parts from 5 MiB on, and at least 1,000 of them: here 8 GB, while the longest film may have 4 GB. */
  partBytes: number
}

const usualLimits: S3Limits = { answerMs: 10_000, idleMs: 30_000, tries: 3, pageKeys: 1000, partBytes: 8 * 1024 * 1024 }

/** A store may need minutes to join parts or to copy a film. */
const longest: Partial<Record<S3Operation, number>> = { complete: 300_000, copy: 300_000 }

/** A body is written in portions of this size; the idle limit begins again with each. */
export const portionBytes = 64 * 1024

/** Added to `answerMs` for each portion, because the system buffers what the line has not sent. */
const msPerPortion = 1000

/** Swift says of an upload whose parts were joined that there is no such key. */
const aboutOneFile: ReadonlySet<S3Operation> = new Set(['get', 'delete', 'copy', 'abort'])

/** An upload that has ended is unknown to the store. */
const aboutUpload: ReadonlySet<S3Operation> = new Set(['parts', 'abort'])

/** These answers begin with status 200 before their outcome is known. */
const endLate: ReadonlySet<S3Operation> = new Set(['complete', 'copy'])

/** The store gives these answers a tag; another server in its place knows and stores nothing. */
const givesTag: ReadonlySet<S3Operation> = new Set(['head', 'put', 'part'])

/** Nobody without a key may read the content, or see that it is there. */
const privateStatuses: ReadonlySet<number> = new Set([401, 403, 404])

const waits = { firstMs: 100, longestMs: 2000 }

const hashHeader = 'x-amz-content-sha256'

const mostAnswerBytes = 4 * 1024 * 1024

/** Milliseconds that a request waits for a free connection. */
const mostQueuedMs = 60_000

/** Each viewer of a film holds one connection, and must not keep uploads and checks from the store. */
const connections = { downloads: agentsOf(512), others: agentsOf(128) }

function agentsOf(maxSockets: number) {
  const options = { keepAlive: true, maxSockets, maxFreeSockets: 16 }
  return { http: new HttpAgent(options), https: new HttpsAgent(options) }
}

new Gauge({
  name: 'portal_file_store_connections',
  help: 'Connections to the store of files that are in use, and requests that wait for one',
  labelNames: ['use', 'state'],
  registers: [metricsRegistry],
  collect() {
    const count = (lists: NodeJS.ReadOnlyDict<unknown[]>) => Object.values(lists).flat().length
    for (const [use, { http, https }] of Object.entries(connections)) {
      this.set({ use, state: 'used' }, count(http.sockets) + count(https.sockets))
      this.set({ use, state: 'waiting' }, count(http.requests) + count(https.requests))
    }
  },
})

/** `code` is the store's own word, such as SignatureDoesNotMatch, or what is wrong with its answer. */
class S3Fault extends Error {
  readonly code: string
  readonly isRefusal: boolean
  constructor(status: number, code: string | undefined) {
    super(`the file store answered ${status}`)
    this.code = code ?? `HTTP ${status}`
    // A 404 without a code comes from a proxy or another server in the store's place.
    this.isRefusal =
      status < 500 && status !== 429 && code !== 'RequestTimeout' && (status !== 404 || code !== undefined)
  }
}

const isRefusal = (error: unknown) => error instanceof S3Fault && error.isRefusal

/** These say nothing about the store: the asker went away, or all connections are in use. */
const isOurs = (error: unknown) =>
  error instanceof QueueTimeoutError || (error instanceof Error && error.name === 'AbortError')

class TimeoutError extends Error {
  readonly code = 'ETIMEDOUT'
}

class QueueTimeoutError extends Error {
  readonly code = 'EBUSY'
}

/**
 * Answers with a status below 300, with 404 for a missing file and 416 for a range beyond its end. A 404 to a HEAD, which
 * has no code, may mean more. All else is thrown as StoreUnavailableError, after some tries where they may help.
 */
export class S3Client {
  readonly #settings: S3Settings
  readonly #keys: Pick<S3Settings, 'accessKeyId' | 'secretAccessKey'>
  readonly limits: S3Limits
  readonly #circuit = createCircuit(() => performance.now(), {
    pauses: { firstMs: 500, longestMs: 5000 },
    isAnswer: (error) => isRefusal(error) || isOurs(error),
  })
  /** The signer's daily key. */
  readonly #signing = new Map<string, ArrayBuffer>()

  constructor(settings: S3Settings, limits: Partial<S3Limits> = {}) {
    this.#settings = settings
    const { accessKeyId, secretAccessKey } = settings
    this.#keys = { accessKeyId, secretAccessKey }
    this.limits = { ...usualLimits, ...limits }
  }

  isPaused(): boolean {
    return this.#circuit.isPaused()
  }

  /** The whole answer, which is short. */
  ask(request: S3Request): Promise<S3Answer> {
    return this.#retry(request, async () => {
      const answer = await this.#send(request)
      const { statusCode: status = 0, headers } = answer
      const text = await this.#textOf(answer, request.operation)
      if (endLate.has(request.operation) && status < 300) await requireOutcome(text)
      if (givesTag.has(request.operation) && status < 300 && !headers.etag) throw new S3Fault(500, 'no ETag')
      return { status, headers, text }
    })
  }

  /** Whether the bucket gives this content to somebody without a key. An answer that says neither is no answer. */
  isReadByAnybody(key: string): Promise<boolean> {
    const asked = { operation: 'get', method: 'GET', headers: { range: 'bytes=0-0' } } as const
    return this.#retry({ ...asked, key }, async () => {
      const answer = await this.#exchange(this.#urlOf(key, {}), asked)
      const { statusCode: status = 0 } = answer
      answer.destroy()
      if (status === 200 || status === 206) return true
      if (privateStatuses.has(status)) return false
      throw new S3Fault(status, undefined)
    })
  }

  /** The answer's body is still to be read, and may end early. */
  open(request: S3Request): Promise<IncomingMessage> {
    return this.#retry(request, () => this.#send(request))
  }

  /** Every request may be repeated: an upload that was begun twice leaves parts, which the store's own rule removes. */
  async #retry<Answer>({ operation, signal }: S3Request, attempt: () => Promise<Answer>): Promise<Answer> {
    const call = { channel: fileStoreChannel, operation, isRefusal: isOurs }
    for (let failures = 1; ; failures += 1) {
      try {
        return await this.#circuit.through(() => measureChannelCall(call, attempt))
      } catch (error) {
        signal?.throwIfAborted()
        if (failures >= this.limits.tries || error instanceof ChannelPaused || isRefusal(error) || isOurs(error))
          throw new StoreUnavailableError(codeOf(error), { cause: error, isRefusal: isRefusal(error) })
        await delay(retryWaitMs(failures, waits))
      }
    }
  }

  async #send(request: S3Request): Promise<IncomingMessage> {
    const answer = await this.#request(request)
    const { statusCode: status = 0 } = answer
    if (status < 300 || (status === 416 && request.operation === 'get')) return answer
    const text = await this.#textOf(answer, request.operation)
    if (status === 404 && request.operation === 'head') return answer
    const code = await errorCodeIn(text)
    // Only this code means a missing file, and what answers an upload so has not stored it.
    if (status === 404 && code === 'NoSuchKey' && aboutOneFile.has(request.operation)) return answer
    if (code === 'NoSuchUpload' && aboutUpload.has(request.operation)) return answer
    throw new S3Fault(status, code)
  }

  async #request(request: S3Request): Promise<IncomingMessage> {
    const { operation, method, query = {}, body, signal } = request
    const url = this.#urlOf(request.key, query)
    const sha256 = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const headers = await this.#sign({ method, url, headers: { ...request.headers, [hashHeader]: sha256 } })
    return this.#exchange(url, {
      ...{ operation, method, ...(body && { body }), ...(signal && { signal }) },
      headers: { ...headers, ...(body ? { 'content-length': String(body.length) } : {}) },
    })
  }

  async #sign(signed: { method: string; url: URL; headers: Record<string, string>; allHeaders?: boolean }) {
    const { region } = this.#settings
    const signer = new AwsV4Signer({
      ...{ ...signed, url: signed.url.href, ...this.#keys, region, service: 's3', cache: this.#signing },
    })
    return Object.fromEntries((await signer.sign()).headers)
  }

  /**
   * What a browser sends to store exactly these bytes, within 15 minutes. The store compares them with the hash. It would
   * not do that for a signature in the query.
   */
  async signPut(
    endpoint: string,
    { key, query, size, sha256 }: { key: string; query: Record<string, string>; size: number; sha256: string },
  ): Promise<{ url: string; headers: Record<string, string> }> {
    const url = this.#urlOf(key, query, endpoint)
    const signed = { 'content-length': String(size), [hashHeader]: sha256 }
    const { 'content-length': _, ...headers } = await this.#sign({
      ...{ method: 'PUT', url, headers: signed, allHeaders: true },
    })
    return { url: url.href, headers }
  }

  /** An address that gives this content without our keys. */
  async signGet(
    endpoint: string,
    { key, query, seconds, at }: { key: string; query: Record<string, string>; seconds: number; at: Date },
  ): Promise<string> {
    const { href: url } = this.#urlOf(key, { ...query, 'X-Amz-Expires': String(seconds) }, endpoint)
    const { region } = this.#settings
    const signed = await new AwsV4Signer({
      ...{ method: 'GET', url, ...this.#keys, region, service: 's3', signQuery: true, cache: this.#signing },
      datetime: at.toISOString().replaceAll(/[:-]|\.\d{3}/g, ''),
    }).sign()
    // Some stores take a plus sign for itself.
    return signed.url.href.replaceAll('+', '%20')
  }

  #urlOf(key: string | null, query: Record<string, string>, endpoint = this.#settings.endpoint): URL {
    const { bucketUrl, objectUrl } = s3BaseUrl({ ...this.#settings, endpoint })
    const url = new URL(key === null ? bucketUrl : objectUrl + key)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url
  }

  #exchange(
    url: URL,
    { operation, method, headers, body = Buffer.alloc(0), signal }: Omit<S3Request, 'key' | 'query'>,
  ): Promise<IncomingMessage> {
    const isHttps = url.protocol === 'https:'
    const { http, https } = operation === 'get' ? connections.downloads : connections.others
    const { answerMs, idleMs } = this.limits
    const patienceMs = longest[operation] ?? answerMs + Math.ceil(body.length / portionBytes) * msPerPortion
    return new Promise((resolve, reject) => {
      const options = { method, headers, agent: isHttps ? https : http, ...(signal ? { signal } : {}) }
      const sent = (isHttps ? openHttps : openHttp)(url, options)
      const giveUp = (error: Error) => {
        // A request that waits for a connection does not say that it was destroyed.
        reject(error)
        sent.destroy(error)
      }
      let timer = setTimeout(() => giveUp(new QueueTimeoutError()), mostQueuedMs)
      const wait = (ms: number) => {
        clearTimeout(timer)
        timer = setTimeout(() => giveUp(new TimeoutError()), ms)
      }
      const leave = () => reject(signal?.reason)
      signal?.addEventListener('abort', leave, { once: true })
      sent.on('close', () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leave)
      })
      sent.on('response', (answer) => {
        clearTimeout(timer)
        resolve(answer)
      })
      sent.on('error', (error) => {
        clearTimeout(timer)
        reject(error)
      })
      sent.setTimeout(Math.max(idleMs, patienceMs), () => giveUp(new TimeoutError()))
      const sendFrom = (at: number) => {
        const portion = body.subarray(at, at + portionBytes)
        wait(at + portion.length < body.length ? idleMs : patienceMs)
        if (at + portion.length >= body.length) sent.end(portion)
        else sent.write(portion, (error) => !error && sendFrom(at + portion.length))
      }
      sent.on('socket', () => sendFrom(0))
    })
  }

  async #textOf(answer: IncomingMessage, operation: S3Operation): Promise<string> {
    const timer = setTimeout(() => answer.destroy(new TimeoutError()), longest[operation] ?? this.limits.answerMs)
    try {
      const pieces: Buffer[] = []
      let bytes = 0
      for await (const piece of answer as AsyncIterable<Buffer>) {
        bytes += piece.length
        if (bytes > mostAnswerBytes) throw new Error('the file store answered too much')
        pieces.push(piece)
      }
      return Buffer.concat(pieces).toString('utf8')
    } finally {
      clearTimeout(timer)
    }
  }
}

function codeOf(error: unknown): string {
  return errorCodeOf(error) ?? (error instanceof Error ? error.name : 'Error')
}

async function requireOutcome(text: string): Promise<void> {
  const leaves = await readLeaves(text).catch(() => [])
  if (!leaves.some(({ name }) => name === 'ETag')) throw new S3Fault(500, await errorCodeIn(text))
}

async function errorCodeIn(text: string): Promise<string | undefined> {
  const leaves = await readLeaves(text).catch(() => [])
  const code = leaves.find(({ name }) => name === 'Code')?.text ?? ''
  // It is shown to staff and written into the log.
  return /^[\w.-]{1,60}$/.test(code) ? code : undefined
}

/** The texts of an answer's elements, in their order. */
export async function readLeaves(xml: string): Promise<{ name: string; text: string }[]> {
  const leaves: { name: string; text: string }[] = []
  let text = ''
  async function* whole() {
    if (xml.trim()) yield Buffer.from(xml)
  }
  await readXml(whole(), {
    open: () => {
      text = ''
    },
    text: (piece) => {
      text += piece
    },
    close: (name) => {
      if (text) leaves.push({ name, text })
      text = ''
    },
  })
  return leaves
}
