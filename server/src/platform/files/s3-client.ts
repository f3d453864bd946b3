import { createHash } from 'node:crypto'
import { Agent as HttpAgent, type IncomingMessage, request as openHttp } from 'node:http'
import { Agent as HttpsAgent, request as openHttps } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import { retryWaitMs } from '@ce/contract/retry-wait'
import { AwsV4Signer } from 'aws4fetch'
import { ChannelPaused, createCircuit } from '../circuit.ts'
import { errorCodeOf } from '../error-code.ts'
import { measureChannelCall } from '../observability/channel-calls.ts'
import { readXml } from '../sheets/xml.ts'
import { type S3Settings, s3BaseUrl } from './s3-settings.ts'
import { StoreUnavailableError } from './store.ts'

export const fileStoreChannel = 'FILES'

/** Names of what is asked, for the metric of calls. */
export type S3Operation = 'head' | 'get' | 'put' | 'delete' | 'list' | 'copy' | 'begin' | 'part' | 'complete' | 'abort'

export interface S3Request {
  operation: S3Operation
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Null asks the bucket itself. */
  key: string | null
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Buffer
}

export interface S3Answer {
  status: number
  headers: IncomingMessage['headers']
  text: string
}

export interface S3Limits {
  /** Milliseconds until the answer begins, and until a short answer is complete. */
  answerMs: number
  /** Milliseconds in which a connection may carry nothing. */
  idleMs: number
  tries: number
  /** Keys in one page of a list. */
  pageKeys: number
  /** Stores take parts from 5 MiB on, and at most 10,000 of them: here 78 GB, while the longest film may have 4 GB. */
  partBytes: number
}

const usualLimits: S3Limits = { answerMs: 10_000, idleMs: 30_000, tries: 3, pageKeys: 1000, partBytes: 8 * 1024 * 1024 }

/** A store may need minutes to join parts or to copy a film, and a slow line to take a part. */
const longest: Partial<Record<S3Operation, number>> = { part: 120_000, put: 120_000, complete: 300_000, copy: 300_000 }

const aboutOneFile: ReadonlySet<S3Operation> = new Set(['head', 'get', 'delete', 'copy'])

const waits = { firstMs: 100, longestMs: 2000 }

/** Each viewer of a film holds one connection. */
const mostConnections = 512

const mostAnswerBytes = 4 * 1024 * 1024

const agents = {
  http: new HttpAgent({ keepAlive: true, maxSockets: mostConnections, maxFreeSockets: 16 }),
  https: new HttpsAgent({ keepAlive: true, maxSockets: mostConnections, maxFreeSockets: 16 }),
}

/** `code` is the store's own word, such as SignatureDoesNotMatch, or the status. */
class S3Fault extends Error {
  readonly code: string
  readonly isRefusal: boolean
  constructor(status: number, code: string | undefined) {
    super(`the file store answered ${status}`)
    this.code = code ?? `HTTP ${status}`
    this.isRefusal = status < 500 && status !== 429 && code !== 'RequestTimeout'
  }
}

const isRefusal = (error: unknown) => error instanceof S3Fault && error.isRefusal

/**
 * Answers with a status below 300, with 404 for a missing file and 416 for a range beyond its end. All else is thrown as
 * StoreUnavailableError, after some tries where they may help.
 */
export class S3Client {
  readonly #settings: S3Settings
  readonly #keys: Pick<S3Settings, 'accessKeyId' | 'secretAccessKey'>
  readonly limits: S3Limits
  readonly #circuit = createCircuit(() => performance.now(), {
    pauses: { firstMs: 500, longestMs: 5000 },
    isAnswer: isRefusal,
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
      return { status, headers, text: await this.#textOf(answer, request.operation) }
    })
  }

  /** The answer's body is still to be read, and may end early. */
  open(request: S3Request): Promise<IncomingMessage> {
    return this.#retry(request, () => this.#send(request))
  }

  /** Every request may be repeated: an upload that was begun twice leaves parts, which the store's own rule removes. */
  async #retry<Answer>({ operation }: S3Request, attempt: () => Promise<Answer>): Promise<Answer> {
    for (let failures = 1; ; failures += 1) {
      try {
        return await this.#circuit.through(() => measureChannelCall({ channel: fileStoreChannel, operation }, attempt))
      } catch (error) {
        if (failures >= this.limits.tries || error instanceof ChannelPaused || isRefusal(error))
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
    const code = await errorCodeIn(text)
    // A missing bucket is no missing file, and what answers an upload so has not stored it.
    if (status === 404 && code !== 'NoSuchBucket' && aboutOneFile.has(request.operation)) return answer
    throw new S3Fault(status, code)
  }

  async #request({ operation, method, key, query = {}, headers = {}, body }: S3Request): Promise<IncomingMessage> {
    const { bucketUrl, objectUrl } = s3BaseUrl(this.#settings)
    const url = new URL(key === null ? bucketUrl : objectUrl + key)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      // The store compares the hash with what arrives.
      headers: {
        ...headers,
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
      },
      ...this.#keys,
      region: this.#settings.region,
      service: 's3',
      cache: this.#signing,
    }).sign()
    const isHttps = url.protocol === 'https:'
    const patienceMs = longest[operation] ?? this.limits.answerMs
    return new Promise((resolve, reject) => {
      const sent = (isHttps ? openHttps : openHttp)(signed.url, {
        method,
        headers: { ...Object.fromEntries(signed.headers), ...(body ? { 'content-length': body.length } : {}) },
        agent: isHttps ? agents.https : agents.http,
      })
      const giveUp = () => sent.destroy(new TimeoutError())
      const timer = setTimeout(giveUp, patienceMs)
      sent.on('response', (answer) => {
        clearTimeout(timer)
        resolve(answer)
      })
      sent.on('error', (error) => {
        clearTimeout(timer)
        reject(error)
      })
      sent.setTimeout(Math.max(this.limits.idleMs, patienceMs), giveUp)
      sent.end(body)
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

class TimeoutError extends Error {
  readonly code = 'ETIMEDOUT'
}

function codeOf(error: unknown): string {
  return errorCodeOf(error) ?? (error instanceof Error ? error.name : 'Error')
}

async function errorCodeIn(text: string): Promise<string | undefined> {
  const leaves = await readLeaves(text).catch(() => [])
  return leaves.find(({ name }) => name === 'Code')?.text.slice(0, 60)
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
