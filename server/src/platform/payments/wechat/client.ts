import { createHash } from 'node:crypto'
import { z } from 'zod'
import { BillFault } from '../bill-fault.ts'
import {
  type ChannelProbe,
  createUnknownOrderNumber,
  measureClockSkewSeconds,
  SignatureFault,
  unreachableProbe,
} from '../channel-check.ts'
import { ChannelRefusal } from '../channel-refusal.ts'
import { readResponseBytes } from '../channel-values.ts'
import type { PlatformKeys } from './platform-keys.ts'
import { computeWechatAuthorization, requireChannelSignature, type WechatMerchant } from './signature.ts'

/** A channel that needs longer than this many milliseconds counts as down. */
const patienceMs = 8000
const mostBytes = 1024 * 1024
const mostFileBytes = 64 * 1024 * 1024

export const unknownOrderCodes = ['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'RESOURCE_NOT_EXISTS']

const refusal = z.object({ code: z.string(), message: z.string().default('') })

export interface WechatClient {
  /** Sends a request; the response must be signed too. @throws ChannelRefusal for a signed refusal, Error. */
  send(method: 'GET' | 'POST', target: string, body?: object): Promise<unknown>
  /** For contents that are verified in another way: the signature is not checked. */
  sendUnproven(target: string): Promise<unknown>
  probe(): Promise<ChannelProbe>
  download(url: string, sha1: string): Promise<string>
}

/** @param options `keys` is called each time, because WeChat's keys change */
export function createWechatClient(options: {
  merchant: WechatMerchant
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
        authorization: computeWechatAuthorization(merchant, { method, target, body, at }),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(publicKeyId ? { 'wechatpay-serial': publicKeyId } : {}),
      },
      ...(method === 'POST' ? { body } : {}),
    })
  }

  async function answerOf(response: Response, proven: boolean): Promise<unknown> {
    const body = await readResponseBytes(response, mostBytes)
    const { code = '', message = '' } = refusal.safeParse(parsed(body)).data ?? {}
    const said = `answered ${response.status} ${code} ${message.slice(0, 200)}`.trim()
    // Only a signed refusal may close an order, because anybody may have sent an unsigned one.
    if (proven)
      await requireChannelSignature(keys(), {
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

  async function signatureOf(response: Response, body: Buffer): Promise<ChannelProbe['signature']> {
    const message = {
      headers: (name: string) => response.headers.get(name),
      body,
      now: await now(),
    }
    return requireChannelSignature(keys(), message).then(
      () => 'VERIFIED' as const,
      (error) => (error instanceof SignatureFault ? error.kind : 'WRONG'),
    )
  }

  return {
    probe: async () => {
      const target = `/v3/pay/transactions/out-trade-no/${createUnknownOrderNumber()}?mchid=${merchant.mchid}`
      const before = await now()
      const response = await fetchSigned('GET', target, '').catch(() => null)
      const body = response && (await readResponseBytes(response, mostBytes).catch(() => null))
      if (!response || !body) return unreachableProbe
      const skewSeconds = measureClockSkewSeconds(response, before, await now())
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
      const bytes = await readResponseBytes(response, mostFileBytes)
      if (!response.ok) throw new Error(`the bill answered ${response.status}`)
      if (createHash('sha1').update(bytes).digest('hex') !== sha1.toLowerCase())
        throw new BillFault('CUT', 'the bill is not the one that was announced')
      return bytes.toString()
    },
  }
}

function answerTo(status: number, code: string): ChannelProbe['answer'] {
  if (status >= 500 || status === 429) return 'UNABLE'
  return status < 300 || unknownOrderCodes.includes(code) ? 'ANSWERED' : 'REFUSED'
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return null
  }
}
