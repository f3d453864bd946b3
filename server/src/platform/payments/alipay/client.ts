import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { shanghaiTime } from '../../shanghai-day.ts'
import { answerBytes } from '../answer-bytes.ts'
import {
  numberOfNobody,
  type Probe,
  SignatureFault,
  skewOf,
  unreachable,
} from '../channel-check.ts'
import { ChannelRefusal } from '../channel-refusal.ts'
import { KnownCertificates } from './certificates.ts'
import { membersOf } from './json-members.ts'
import type { AlipayKeys } from './load-keys.ts'
import { isSignedJson, signatureOf } from './signature.ts'

/** An answer takes a moment; a channel that needs longer is down. */
const patienceMs = 8000
const mostBytes = 1024 * 1024
/** of a day's bill, packed */
const mostFileBytes = 32 * 1024 * 1024

export interface AlipayClient {
  /** A signed call whose answer must be signed too. @throws ChannelRefusal by its sub_code, Error */
  ask(method: string, content: object, notifyUrl?: string): Promise<unknown>
  /** A file the channel named. Nothing signs it: it must come from the channel's own hosts, over TLS. */
  download(url: string): Promise<Buffer>
  /** The keys that a notification may be signed with. @param sn of a certificate, where the notification names one */
  notifyingKeys(sn: string | null): Promise<KeyObject[]>
  /** In certificate mode the certificates of Alipay that are known by now. */
  certificates: KnownCertificates | null
  /** Asks for an order that does not exist. */
  probe(): Promise<Probe>
}

const said = z.object({
  code: z.string(),
  msg: z.string().default(''),
  sub_code: z.string().optional(),
  sub_msg: z.string().default(''),
})
const certificateMethod = 'alipay.open.app.alipaycert.download'
const certificateAnswer = z.object({ alipay_cert_content: z.base64() })

/** @param options `now` is the rules' clock, for the timestamp that is signed */
export function alipayClient(options: {
  appId: string
  keys: AlipayKeys
  baseUrl: string
  now: () => Promise<Date>
}): AlipayClient {
  const { keys, baseUrl, now } = options
  const known = keys.certificates && new KnownCertificates(keys.certificates, fetchCertificate)

  async function post(method: string, content: object, notifyUrl = ''): Promise<Response> {
    const parameters = parametersOf(options, { method, content, notifyUrl, at: await now() })
    const sign = signatureOf(parameters, keys.privateKey)
    return fetch(`${baseUrl}/gateway.do?charset=utf-8`, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
      body: new URLSearchParams({ ...parameters, sign }),
    })
  }

  async function answerOf(response: Response, method: string): Promise<unknown> {
    const bytes = await answerBytes(response, mostBytes)
    if (!response.ok) throw new Error(`answered ${response.status}`)
    return provenAnswer(bytes.toString(), method, async (sn) =>
      known ? known.keyOf(sn, await now()) : keys.publicKey,
    )
  }

  /** Its answer is signed by the very certificate in it, which is proven by its chain. */
  async function fetchCertificate(sn: string): Promise<string> {
    const response = await post(certificateMethod, { alipay_cert_sn: sn })
    const text = (await answerBytes(response, mostBytes)).toString()
    const at = await now()
    const pemOf = (json: unknown) =>
      Buffer.from(certificateAnswer.parse(json).alipay_cert_content, 'base64').toString()
    const raw = membersOf(text).get(answerName(certificateMethod)) ?? '{}'
    const pem = pemOf(JSON.parse(raw))
    await provenAnswer(text, certificateMethod, async () => {
      if (!known) throw new Error('there are no certificates in key mode')
      return known.trusted(pem, sn, at).publicKey
    })
    return pem
  }

  return {
    certificates: known,
    ask: async (method, content, notifyUrl) =>
      answerOf(await post(method, content, notifyUrl), method),
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
      return answerBytes(response, mostFileBytes)
    },
    probe: async () => {
      const method = 'alipay.trade.query'
      const before = await now()
      const response = await post(method, { out_trade_no: numberOfNobody() }).catch(() => null)
      if (!response) return unreachable
      const skewSeconds = skewOf(response, before, await now())
      const seen = await answerOf(response, method).then(() => answered(''), probedBy)
      return { ...seen, skewSeconds }
    },
  }
}

type Seen = Omit<Probe, 'skewSeconds'>

const answered = (code: string): Seen => ({ answer: 'ANSWERED', code, signature: 'VERIFIED' })

/** What a failure of the harmless question tells. */
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
    ...(certificates
      ? { app_cert_sn: certificates.appCertSn, alipay_root_cert_sn: certificates.rootCertSn }
      : {}),
    biz_content: JSON.stringify(content),
  }
}

/** An answer that nobody proves: of the door, which knows no such app or signature, or of anybody. */
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
 * What a call answered. A refusal is believed as little as an answer unless it is signed: it may close an order.
 * @param keyOf the key of a certificate by its number; null: the answer names none
 */
async function provenAnswer(
  text: string,
  method: string,
  keyOf: (sn: string | null) => Promise<KeyObject>,
): Promise<unknown> {
  const members = membersOf(text)
  const raw = members.get(answerName(method))
  const about = raw ?? members.get('error_response')
  if (!about) throw new Error('the answer is to something else')
  const json: unknown = JSON.parse(about)
  const { code, msg, sub_code, sub_msg } = said.parse(json)
  const words = `answered ${[code, msg, sub_code, sub_msg].filter(Boolean).join(' ').slice(0, 200)}`
  const signature = textIn(members, 'sign')
  const unproven = (kind: SignatureFault['kind'], why: string) =>
    // what it does not sign are refusals of the door: no such signature, no such app
    new UnprovenAnswer(kind, `${words}, ${why}`, sub_code ?? code, /^4000[12]$/.test(code))
  if (!raw || !signature) throw unproven('MISSING', 'without a signature that fits')
  const key = await keyOf(textIn(members, 'alipay_cert_sn') || null).catch((error: Error) => {
    throw unproven('UNKNOWN_KEY', error.message)
  })
  if (!isSignedJson(raw, signature, key)) throw unproven('WRONG', 'without a signature that fits')
  if (code === '10000') return json
  throw new ChannelRefusal(sub_code ?? code, words, { unable: isUnable(code, sub_code) })
}

/** 20000 is its door, isp.… and SYSTEM_ERROR what lies behind it. */
function isUnable(code: string, subCode = ''): boolean {
  return code === '20000' || /^isp\.|SYSTEM_ERROR$/i.test(subCode)
}

function textIn(members: Map<string, string>, name: string): string {
  return z.string().parse(JSON.parse(members.get(name) ?? '""'))
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
