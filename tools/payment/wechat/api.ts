import { createHash, randomBytes, verify } from 'node:crypto'
import { isIP } from 'node:net'
import {
  type SimulatedChannelBook,
  SimulatedChannelRefusal,
  type SimulatedTrade,
  type SimulatedTradeType,
} from '../book.ts'
import { buildWechatBill } from './bill.ts'
import { h5Path } from './h5-page.ts'
import {
  encryptWechatResource,
  type SimulatedWechatKeys,
  simulatedAccountAppid,
  simulatedAppid,
  simulatedMchid,
} from './keys.ts'
import { toWechatRefund, toWechatTransaction } from './messages.ts'
import { openidPrefix } from './official-account.ts'

export interface WechatMerchantRequest {
  method: string
  target: string
  headers: Record<string, string | string[] | undefined>
  body: string
  origin: string
}

/** @throws SimulatedChannelRefusal unless the merchant's key signed the request recently. */
function requireMerchant(keys: SimulatedWechatKeys, book: SimulatedChannelBook, request: WechatMerchantRequest): void {
  const header = String(request.headers.authorization ?? '')
  const fields = Object.fromEntries([...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))
  const { timestamp, nonce_str: nonce, signature } = fields
  const text = `${request.method}\n${request.target}\n${timestamp}\n${nonce}\n${request.body}\n`
  const ok =
    header.startsWith('WECHATPAY2-SHA256-RSA2048 ') &&
    fields.mchid === simulatedMchid &&
    fields.serial_no === keys.merchantSerial &&
    Math.abs(book.now() / 1000 - Number(timestamp)) < 300 &&
    verify('sha256', Buffer.from(text), keys.merchantKey, Buffer.from(signature ?? '', 'base64'))
  if (!ok) throw new SimulatedChannelRefusal(401, 'SIGN_ERROR')
}

/** Returns the name under which a test can plan a failure of this WeChat call. */
export function wechatCallName(method: string, target: string): string | null {
  const path = target.split('?')[0] ?? ''
  if (path.endsWith('/close')) return 'close'
  if (path === '/v3/pay/transactions/native') return 'create'
  if (path === '/v3/pay/transactions/h5') return 'createH5'
  if (path === '/v3/pay/transactions/jsapi') return 'createJsapi'
  if (path.startsWith('/v3/pay/transactions/out-trade-no/')) return 'query'
  if (path === '/v3/refund/domestic/refunds' && method === 'POST') return 'refund'
  if (path.startsWith('/v3/refund/domestic/refunds/')) return 'queryRefund'
  if (path === '/v3/certificates') return 'certificates'
  if (path === '/v3/bill/tradebill') return 'bill'
  return path === '/v3/billdownload/file' ? 'file' : null
}

/** Responds to one call of WeChat's API. @returns the body; null for status 204; a string for a file */
export function answerWechatCall(
  keys: SimulatedWechatKeys,
  book: SimulatedChannelBook,
  request: WechatMerchantRequest,
): object | string | null {
  requireMerchant(keys, book, request)
  const url = new URL(request.target, request.origin)
  const number = decodeURIComponent(url.pathname.split('/')[5] ?? '')
  switch (wechatCallName(request.method, request.target)) {
    case 'create':
      return { code_url: create(book, JSON.parse(request.body), 'NATIVE').codeUrl }
    case 'createH5': {
      const wish = JSON.parse(request.body)
      requireScene(wish)
      return { h5_url: url.origin + h5Path(create(book, wish, 'MWEB')) }
    }
    case 'createJsapi': {
      const wish = JSON.parse(request.body)
      const payer = String(wish.payer?.openid)
      // An openid belongs to one account, so the simulator refuses openids of other accounts.
      if (!payer.startsWith(openidPrefix)) throw new SimulatedChannelRefusal(400, 'PARAM_ERROR')
      return { prepay_id: create(book, wish, 'JSAPI', payer).codeUrl }
    }
    case 'query':
      if (url.searchParams.get('mchid') !== simulatedMchid) throw new SimulatedChannelRefusal(403, 'NO_AUTH')
      return toWechatTransaction(book.require(number))
    case 'close':
      book.close(number)
      return null
    case 'refund':
      return refund(book, JSON.parse(request.body))
    case 'queryRefund': {
      const found = book.requireRefund(number)
      return toWechatRefund(found, book.require(found.outTradeNo).total)
    }
    case 'certificates':
      return { data: keys.platform.map((key) => certificateOf(keys, key)) }
    case 'bill':
      return billPlace(book, url)
    case 'file':
      return buildWechatBill(book, url.searchParams.get('day') ?? '')
    default:
      throw new SimulatedChannelRefusal(404, 'RESOURCE_NOT_EXISTS')
  }
}

/** An order for a phone browser must describe its scene (`scene_info`). */
function requireScene({ scene_info: scene }: Record<string, unknown>): void {
  const { payer_client_ip: ip, h5_info: info } = Object(scene)
  if (isIP(String(ip)) === 0 || String(ip).startsWith('::ffff:') || info?.type !== 'Wap')
    throw new SimulatedChannelRefusal(400, 'PARAM_ERROR')
}

function create(
  book: SimulatedChannelBook,
  wish: Record<string, unknown>,
  type: SimulatedTradeType,
  payer?: string,
): SimulatedTrade {
  const amount = wish.amount as { total: number; currency: string }
  const whole = Number.isInteger(amount?.total) && amount.total > 0 && amount.currency === 'CNY'
  const outTradeNo = String(wish.out_trade_no)
  const ours = type === 'JSAPI' ? simulatedAccountAppid : simulatedAppid
  if (wish.mchid !== simulatedMchid || wish.appid !== ours || !whole)
    throw new SimulatedChannelRefusal(400, 'PARAM_ERROR')
  if (!/^[\w*|-]{6,32}$/.test(outTradeNo)) throw new SimulatedChannelRefusal(400, 'PARAM_ERROR')
  return book.create({
    outTradeNo,
    type,
    total: amount.total,
    description: String(wish.description),
    expireAt: Date.parse(String(wish.time_expire)),
    notifyUrl: String(wish.notify_url),
    ...(payer ? { payer } : {}),
  })
}

function refund(book: SimulatedChannelBook, wish: Record<string, unknown>) {
  const amount = wish.amount as { refund: number; total: number }
  const made = book.refund({
    refundNo: String(wish.out_refund_no),
    outTradeNo: String(wish.out_trade_no),
    amount: amount.refund,
    total: amount.total,
    notifyUrl: String(wish.notify_url),
  })
  return toWechatRefund(made, amount.total)
}

function certificateOf(keys: SimulatedWechatKeys, key: { serial: string; certificate: string }) {
  return {
    serial_no: key.serial,
    encrypt_certificate: encryptWechatResource(keys.apiV3Key, key.certificate, 'certificate'),
  }
}

function billPlace(book: SimulatedChannelBook, url: URL) {
  const day = url.searchParams.get('bill_date') ?? ''
  const text = buildWechatBill(book, day)
  if (!text) throw new SimulatedChannelRefusal(400, 'NO_STATEMENT_EXIST')
  return {
    hash_type: 'SHA1',
    hash_value: createHash('sha1').update(text).digest('hex'),
    download_url: `${url.origin}/v3/billdownload/file?token=${randomBytes(8).toString('hex')}&day=${day}`,
  }
}
