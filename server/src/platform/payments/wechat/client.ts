import { createHash } from 'node:crypto'
import { z } from 'zod'
import { answerBytes } from '../answer-bytes.ts'
import { BillFault } from '../bill-fault.ts'
import {
  numberOfNobody,
  type Probe,
  SignatureFault,
  skewOf,
  unreachable,
} from '../channel-check.ts'
import { ChannelRefusal } from '../channel-refusal.ts'
import type { PlatformKeys } from './platform-keys.ts'
import { authorization, type Merchant, requireSigned } from './signature.ts'

/** An answer takes a moment; a channel that needs longer is down. */
const patienceMs = 8000
const mostBytes = 1024 * 1024
/** of a day's bill */
const mostFileBytes = 64 * 1024 * 1024

/** the channel knows no such order */
export const unknownOrder = ['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'RESOURCE_NOT_EXISTS']

const refusal = z.object({ code: z.string(), message: z.string().default('') })

export interface WechatClient {
  /** A signed call whose answer must be signed too. @throws ChannelRefusal what it refuses under its signature, Error */
  send(method: 'GET' | 'POST', target: string, body?: object): Promise<unknown>
  /** The same without a look at the answer's signature: only for what proves itself otherwise. */
  sendUnproven(target: string): Promise<unknown>
  /** Asks for an order that does not exist. */
  probe(): Promise<Probe>
  /** A file the channel named, compared with the hash it gave. */
  download(url: string, sha1: string): Promise<string>
}

/** @param options `keys` is asked at each call: WeChat's keys change while the process lives */
export function wechatClient(options: {
  merchant: Merchant
  keys: () => PlatformKeys
  baseUrl: string
  now: () => Promise<Date>
}): WechatClient {
  const { merchant, keys, baseUrl, now } = options

  async function fetchSigned(method: string, target: string, body: string): Promise<Response> {
    const publicKeyId = keys().publicKeyId
    const at = await now()
    return fetch(baseUrl + target, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
      headers: {
        accept: 'application/json',
        'user-agent': 'pharmacist-ce/1.0',
        authorization: authorization(merchant, { method, target, body, at }),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(publicKeyId ? { 'wechatpay-serial': publicKeyId } : {}),
      },
      ...(method === 'POST' ? { body } : {}),
    })
  }

  async function answerOf(response: Response, proven: boolean): Promise<unknown> {
    const body = await answerBytes(response, mostBytes)
    const { code = '', message = '' } = refusal.safeParse(parsed(body)).data ?? {}
    const said = `answered ${response.status} ${code} ${message.slice(0, 200)}`.trim()
    // of every request that it knows for ours it signs the answer, a refusal too, and that may close an order;
    // what is not signed is the door's – no such signature, too often, broken – or anybody's
    if (proven)
      await requireSigned(keys(), {
        headers: (name) => response.headers.get(name),
        body,
        now: await now(),
      }).catch((error) => {
        throw response.ok ? error : new Error(`${said}: ${error.message}`)
      })
    if (response.ok) return body.length > 0 ? JSON.parse(body.toString()) : null
    const unable = response.status >= 500 || response.status === 429
    throw new ChannelRefusal(code, said, { unable })
  }

  /** Whether the channel signed it. */
  async function signatureOf(response: Response, body: Buffer): Promise<Probe['signature']> {
    const message = {
      headers: (name: string) => response.headers.get(name),
      body,
      now: await now(),
    }
    return requireSigned(keys(), message).then(
      () => 'VERIFIED' as const,
      (error) => (error instanceof SignatureFault ? error.kind : 'WRONG'),
    )
  }

  return {
    probe: async () => {
      const target = `/v3/pay/transactions/out-trade-no/${numberOfNobody()}?mchid=${merchant.mchid}`
      const before = await now()
      const response = await fetchSigned('GET', target, '').catch(() => null)
      const body = response && (await answerBytes(response, mostBytes).catch(() => null))
      if (!response || !body) return unreachable
      const skewSeconds = skewOf(response, before, await now())
      const { code = '' } = refusal.safeParse(parsed(body)).data ?? {}
      const signature = await signatureOf(response, body)
      return { answer: answerTo(response.status, code), code, signature, skewSeconds }
    },
    send: async (method, target, body) =>
      answerOf(await fetchSigned(method, target, body ? JSON.stringify(body) : ''), true),
    sendUnproven: async (target) => answerOf(await fetchSigned('GET', target, ''), false),
    download: async (url, sha1) => {
      const { origin, pathname, search } = new URL(url)
      if (origin !== baseUrl) throw new Error('the bill lies at a foreign address')
      const response = await fetchSigned('GET', pathname + search, '')
      const bytes = await answerBytes(response, mostFileBytes)
      if (!response.ok) throw new Error(`the bill answered ${response.status}`)
      if (createHash('sha1').update(bytes).digest('hex') !== sha1.toLowerCase())
        throw new BillFault('CUT', 'the bill is not the one that was announced')
      return bytes.toString()
    },
  }
}

/** What an answer to the harmless question says of us. */
function answerTo(status: number, code: string): Probe['answer'] {
  if (status >= 500 || status === 429) return 'UNABLE'
  return status < 300 || unknownOrder.includes(code) ? 'ANSWERED' : 'REFUSED'
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return null
  }
}
