import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { shanghaiTime } from '../../shanghai-day.ts'
import { answerBytes } from '../answer-bytes.ts'
import { ChannelRefusal } from '../channel-refusal.ts'
import { membersOf } from './json-members.ts'
import { isSignedJson, signatureOf } from './signature.ts'

/** An answer takes a moment; a channel that needs longer is down. */
const patienceMs = 8000
const mostBytes = 1024 * 1024
/** of a day's bill, packed */
const mostFileBytes = 64 * 1024 * 1024

export interface AlipayClient {
  /** A signed call whose answer must be signed too. @throws ChannelRefusal by its sub_code, Error */
  ask(method: string, content: object, notifyUrl?: string): Promise<unknown>
  /** A file the channel named. Nothing signs it: it must come from the channel's own hosts, over TLS. */
  download(url: string): Promise<Buffer>
}

const said = z.object({
  code: z.string(),
  msg: z.string().default(''),
  sub_code: z.string().optional(),
  sub_msg: z.string().default(''),
})

/** @param options `publicKey` is Alipay's, `privateKey` ours; `now` the rules' clock, for the timestamp that is signed */
export function alipayClient(options: {
  appId: string
  privateKey: KeyObject
  publicKey: KeyObject
  baseUrl: string
  now: () => Promise<Date>
}): AlipayClient {
  const { appId, privateKey, publicKey, baseUrl, now } = options
  return {
    ask: async (method, content, notifyUrl = '') => {
      const parameters = {
        app_id: appId,
        method,
        format: 'JSON',
        charset: 'utf-8',
        sign_type: 'RSA2',
        timestamp: shanghaiTime(await now()),
        version: '1.0',
        ...(notifyUrl ? { notify_url: notifyUrl } : {}),
        biz_content: JSON.stringify(content),
      }
      const sign = signatureOf(parameters, privateKey)
      const response = await fetch(`${baseUrl}/gateway.do?charset=utf-8`, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
        body: new URLSearchParams({ ...parameters, sign }),
      })
      const bytes = await answerBytes(response, mostBytes)
      if (!response.ok) throw new Error(`answered ${response.status}`)
      return provenAnswer(bytes.toString(), method, publicKey)
    },
    download: async (url) => {
      const response = await fetch(fileAddress(url, baseUrl), {
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      })
      if (!response.ok) throw new Error(`the bill answered ${response.status}`)
      return answerBytes(response, mostFileBytes)
    },
  }
}

/** What a call answered. A refusal is believed as little as an answer unless it is signed: it may close an order. */
function provenAnswer(text: string, method: string, publicKey: KeyObject): unknown {
  const members = membersOf(text)
  const raw = members.get(`${method.replaceAll('.', '_')}_response`)
  const about = raw ?? members.get('error_response')
  if (!about) throw new Error('the answer is to something else')
  const json: unknown = JSON.parse(about)
  const { code, msg, sub_code, sub_msg } = said.parse(json)
  const words = `answered ${[code, msg, sub_code, sub_msg].filter(Boolean).join(' ').slice(0, 200)}`
  // what it does not sign are refusals of the door: no such signature, no such app
  if (!raw || !isSignedJson(raw, signatureIn(members), publicKey))
    throw new Error(`${words}, without a signature that fits`)
  if (code === '10000') return json
  throw new ChannelRefusal(sub_code ?? code, words, { unable: isUnable(code, sub_code) })
}

/** 20000 is its door, isp.… and SYSTEM_ERROR what lies behind it. */
function isUnable(code: string, subCode = ''): boolean {
  return code === '20000' || /^isp\.|SYSTEM_ERROR$/i.test(subCode)
}

function signatureIn(members: Map<string, string>): string {
  return z.string().parse(JSON.parse(members.get('sign') ?? '""'))
}

/** @throws Error when the file is to be fetched from anybody else */
function fileAddress(url: string, baseUrl: string): URL {
  const address = new URL(url)
  if (address.origin === baseUrl) return address
  if (!address.hostname.endsWith('.alipay.com') || address.port || address.username)
    throw new Error('the bill lies at a foreign address')
  address.protocol = 'https:'
  return address
}
