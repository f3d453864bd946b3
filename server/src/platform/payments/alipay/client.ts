import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { shanghaiTime } from '../../shanghai-day.ts'
import {
  type ChannelProbe,
  createUnknownOrderNumber,
  measureClockSkewSeconds,
  SignatureFault,
  unreachableProbe,
} from '../channel-check.ts'
import { ChannelRefusal } from '../channel-refusal.ts'
import { readResponseBytes } from '../channel-values.ts'
import { KnownCertificates } from './certificates.ts'
import type { AlipayKeys } from './load-keys.ts'
import { signParameters, verifySignedJson } from './signature.ts'

/** Tokens of valid JSON, separated only by white space. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/gs

/** A channel that needs longer than this many milliseconds counts as down. */
const patienceMs = 8000

const mostBytes = 1024 * 1024

const mostFileBytes = 32 * 1024 * 1024

export interface AlipayClient {
  /** Sends a request; the response must be signed too. @throws ChannelRefusal with the sub_code, Error. */
  ask(method: string, content: object, notifyUrl?: string): Promise<unknown>
  /** The file is not signed, so it must come from the channel's own hosts over TLS. */
  download(url: string): Promise<Buffer>
  /** @param sn the certificate number, if the notification names one */
  notifyingKeys(sn: string | null): Promise<KeyObject[]>
  certificates: KnownCertificates | null
  probe(): Promise<ChannelProbe>
}

const said = z.object({
  code: z.string(),
  msg: z.string().default(''),
  sub_code: z.string().optional(),
  sub_msg: z.string().default(''),
})

const certificateMethod = 'alipay.open.app.alipaycert.download'

const certificateAnswer = z.object({ alipay_cert_content: z.base64() })

/** `now` in `options` is the rules' clock, for the signed timestamp. */
export function createAlipayClient(options: {
  appId: string
  keys: AlipayKeys
  baseUrl: string
  now: () => Promise<Date>
}): AlipayClient {
  const { keys, baseUrl, now } = options
  const known = keys.certificates && new KnownCertificates(keys.certificates, fetchCertificate)

  async function post(method: string, content: object, notifyUrl = ''): Promise<Response> {
    const parameters = parametersOf(options, { method, content, notifyUrl, at: await now() })
    const sign = signParameters(parameters, keys.privateKey)
    return fetch(`${baseUrl}/gateway.do?charset=utf-8`, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
      body: new URLSearchParams({ ...parameters, sign }),
    })
  }

  async function answerOf(response: Response, method: string): Promise<unknown> {
    const bytes = await readResponseBytes(response, mostBytes)
    if (!response.ok) throw new Error(`answered ${response.status}`)
    return provenAnswer(bytes.toString(), method, async (sn) => (known ? known.keyOf(sn, await now()) : keys.publicKey))
  }

  /** A downloaded certificate signs its own response, so only its chain proves it. */
  async function fetchCertificate(sn: string): Promise<string> {
    const response = await post(certificateMethod, { alipay_cert_sn: sn })
    const text = (await readResponseBytes(response, mostBytes)).toString()
    const at = await now()
    const pemOf = (json: unknown) => Buffer.from(certificateAnswer.parse(json).alipay_cert_content, 'base64').toString()
    const raw = parseJsonMembers(text).get(answerName(certificateMethod)) ?? '{}'
    const pem = pemOf(JSON.parse(raw))
    await provenAnswer(text, certificateMethod, async () => {
      if (!known) throw new Error('there are no certificates in key mode')
      return known.trusted(pem, sn, at).publicKey
    })
    return pem
  }

  return {
    certificates: known,
    ask: async (method, content, notifyUrl) => answerOf(await post(method, content, notifyUrl), method),
    notifyingKeys: async (sn) => {
      if (!known) return [keys.publicKey]
      if (sn) return [await known.keyOf(sn, await now(), 'NOTICE')]
      return known.all.map(({ publicKey }) => publicKey)
    },
    download: async (url) => {
      const response = await fetch(fileAddress(url, baseUrl), {
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      })
      if (!response.ok) throw new Error(`the bill answered ${response.status}`)
      return readResponseBytes(response, mostFileBytes)
    },
    probe: async () => {
      const method = 'alipay.trade.query'
      const before = await now()
      const response = await post(method, { out_trade_no: createUnknownOrderNumber() }).catch(() => null)
      if (!response) return unreachableProbe
      const skewSeconds = measureClockSkewSeconds(response, before, await now())
      const seen = await answerOf(response, method).then(() => answered(''), probedBy)
      return { ...seen, skewSeconds }
    },
  }
}

type Seen = Omit<ChannelProbe, 'skewSeconds'>

const answered = (code: string): Seen => ({ answer: 'ANSWERED', code, signature: 'VERIFIED' })

function probedBy(error: unknown): Seen {
  if (error instanceof ChannelRefusal) {
    if (error.code === 'ACQ.TRADE_NOT_EXIST') return answered(error.code)
    return {
      answer: error.unable ? 'UNABLE' : 'REFUSED',
      code: error.code,
      signature: 'VERIFIED',
    }
  }
  if (error instanceof UnprovenAnswer)
    return {
      answer: error.ofDoor ? 'REFUSED' : 'ANSWERED',
      code: error.code,
      signature: error.kind,
    }
  return { answer: 'UNABLE', code: '', signature: null }
}

function parametersOf(
  { appId, keys: { certificates } }: { appId: string; keys: AlipayKeys },
  asked: { method: string; content: object; notifyUrl: string; at: Date },
): Record<string, string> {
  const { method, content, notifyUrl, at } = asked
  return {
    app_id: appId,
    method,
    format: 'JSON',
    charset: 'utf-8',
    sign_type: 'RSA2',
    timestamp: shanghaiTime(at),
    version: '1.0',
    ...(notifyUrl ? { notify_url: notifyUrl } : {}),
    ...(certificates ? { app_cert_sn: certificates.appCertSn, alipay_root_cert_sn: certificates.rootCertSn } : {}),
    biz_content: JSON.stringify(content),
  }
}

/** An unsigned response may come from anybody. */
class UnprovenAnswer extends SignatureFault {
  readonly code: string
  readonly ofDoor: boolean
  constructor(kind: SignatureFault['kind'], message: string, code: string, ofDoor: boolean) {
    super(kind, message)
    this.code = code
    this.ofDoor = ofDoor
  }
}

const answerName = (method: string) => `${method.replaceAll('.', '_')}_response`

/**
 * Returns a response only with a valid signature: even a refusal may close an order. @param keyOf returns the key of a
 * certificate number
 */
async function provenAnswer(
  text: string,
  method: string,
  keyOf: (sn: string | null) => Promise<KeyObject>,
): Promise<unknown> {
  const members = parseJsonMembers(text)
  const raw = members.get(answerName(method))
  const about = raw ?? members.get('error_response')
  if (!about) throw new Error('the answer is to something else')
  const json: unknown = JSON.parse(about)
  const { code, msg, sub_code, sub_msg } = said.parse(json)
  const words = `answered ${[code, msg, sub_code, sub_msg].filter(Boolean).join(' ').slice(0, 200)}`
  const signature = textIn(members, 'sign')
  const unproven = (kind: SignatureFault['kind'], why: string) =>
    // Alipay's entry point does not sign its refusals.
    new UnprovenAnswer(kind, `${words}, ${why}`, sub_code ?? code, /^4000[12]$/.test(code))
  if (!raw || !signature) throw unproven('MISSING', 'without a signature that fits')
  const key = await keyOf(textIn(members, 'alipay_cert_sn') || null).catch((error: Error) => {
    throw unproven('UNKNOWN_KEY', error.message)
  })
  if (!verifySignedJson(raw, signature, key)) throw unproven('WRONG', 'without a signature that fits')
  if (code === '10000') return json
  throw new ChannelRefusal(sub_code ?? code, words, { unable: isUnable(code, sub_code) })
}

/**
 * Whether Alipay cannot work now. Code 20000 comes from its entry point; isp.… and SYSTEM_ERROR from the systems behind
 * it.
 */
function isUnable(code: string, subCode = ''): boolean {
  return code === '20000' || /^isp\.|SYSTEM_ERROR$/i.test(subCode)
}

function textIn(members: Map<string, string>, name: string): string {
  return z.string().parse(JSON.parse(members.get(name) ?? '""'))
}

/** @throws Error when the bill file is on another host. */
function fileAddress(url: string, baseUrl: string): URL {
  const address = new URL(url)
  if (address.origin === baseUrl) return address
  if (!address.hostname.endsWith('.alipay.com') || address.port || address.username)
    throw new Error('the bill lies at a foreign address')
  address.protocol = 'https:'
  return address
}

/**
 * Returns the exact text of each member, because the signature covers it. @throws Error when the text is no object or
 * names a member twice.
 */
export function parseJsonMembers(text: string): Map<string, string> {
  const whole: unknown = JSON.parse(text)
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole))
    throw new Error('the answer is no JSON object')
  const members = new Map<string, string>()
  let depth = 0
  let name: string | null = null
  let [from, to] = [-1, -1]
  let before = ''
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (depth === 1 && name !== null && (token === ',' || token === '}')) {
      if (members.has(name)) throw new Error(`the answer has ${name} twice`)
      members.set(name, text.slice(from, to))
      name = null
      from = -1
    } else if (depth === 1 && name === null && token === ':') name = String(JSON.parse(before))
    else if (name !== null && from === -1) from = index
    if (token === '{' || token === '[') depth += 1
    if (token === '}' || token === ']') depth -= 1
    before = token
    to = index + token.length
  }
  return members
}
