import { createHash, randomBytes, verify } from 'node:crypto'
import { isIP } from 'node:net'
import { type Book, Refused, type Trade, type TradeType } from '../book.ts'
import { billText } from './bill.ts'
import { h5Path } from './h5-page.ts'
import { accountAppid, appid, mchid, type SimulatorKeys, seal } from './keys.ts'
import { refundOf, transactionOf } from './messages.ts'
import { openidStart } from './official-account.ts'

/** A request of the merchant's, as it came. */
export interface Request {
  method: string
  /** path and query */
  target: string
  headers: Record<string, string | string[] | undefined>
  body: string
  /** where we are reached */
  origin: string
}

/** @throws Refused unless the merchant's own key signed the request a moment ago */
function requireMerchant(keys: SimulatorKeys, book: Book, request: Request): void {
  const header = String(request.headers.authorization ?? '')
  const fields = Object.fromEntries(
    [...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  )
  const { timestamp, nonce_str: nonce, signature } = fields
  const text = `${request.method}\n${request.target}\n${timestamp}\n${nonce}\n${request.body}\n`
  const ok =
    header.startsWith('WECHATPAY2-SHA256-RSA2048 ') &&
    fields.mchid === mchid &&
    fields.serial_no === keys.merchantSerial &&
    Math.abs(book.now() / 1000 - Number(timestamp)) < 300 &&
    verify('sha256', Buffer.from(text), keys.merchantKey, Buffer.from(signature ?? '', 'base64'))
  if (!ok) throw new Refused(401, 'SIGN_ERROR')
}

/** Which call a request is, for failures by name. */
export function callOf(method: string, target: string): string | null {
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

/** One call of the API. @returns the answer's body; null: 204; a string: a file */
export function answer(keys: SimulatorKeys, book: Book, request: Request): object | string | null {
  requireMerchant(keys, book, request)
  const url = new URL(request.target, request.origin)
  const number = decodeURIComponent(url.pathname.split('/')[5] ?? '')
  switch (callOf(request.method, request.target)) {
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
      // an openid is one account's: that of another one is nobody here
      if (!payer.startsWith(openidStart)) throw new Refused(400, 'PARAM_ERROR')
      return { prepay_id: create(book, wish, 'JSAPI', payer).codeUrl }
    }
    case 'query':
      if (url.searchParams.get('mchid') !== mchid) throw new Refused(403, 'NO_AUTH')
      return transactionOf(book.require(number))
    case 'close':
      book.close(number)
      return null
    case 'refund':
      return refund(book, JSON.parse(request.body))
    case 'queryRefund': {
      const found = book.requireRefund(number)
      return refundOf(found, book.require(found.outTradeNo).total)
    }
    case 'certificates':
      return { data: keys.platform.map((key) => certificateOf(keys, key)) }
    case 'bill':
      return billPlace(book, url)
    case 'file':
      return billText(book, url.searchParams.get('day') ?? '')
    default:
      throw new Refused(404, 'RESOURCE_NOT_EXISTS')
  }
}

/** Of an order that a browser pays: whose it is, and that it is one. */
function requireScene({ scene_info: scene }: Record<string, unknown>): void {
  const { payer_client_ip: ip, h5_info: info } = Object(scene)
  if (isIP(String(ip)) === 0 || String(ip).startsWith('::ffff:') || info?.type !== 'Wap')
    throw new Refused(400, 'PARAM_ERROR')
}

function create(book: Book, wish: Record<string, unknown>, type: TradeType, payer?: string): Trade {
  const amount = wish.amount as { total: number; currency: string }
  const whole = Number.isInteger(amount?.total) && amount.total > 0 && amount.currency === 'CNY'
  const outTradeNo = String(wish.out_trade_no)
  const ours = type === 'JSAPI' ? accountAppid : appid
  if (wish.mchid !== mchid || wish.appid !== ours || !whole) throw new Refused(400, 'PARAM_ERROR')
  if (!/^[\w*|-]{6,32}$/.test(outTradeNo)) throw new Refused(400, 'PARAM_ERROR')
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

function refund(book: Book, wish: Record<string, unknown>) {
  const amount = wish.amount as { refund: number; total: number }
  const made = book.refund({
    refundNo: String(wish.out_refund_no),
    outTradeNo: String(wish.out_trade_no),
    amount: amount.refund,
    total: amount.total,
    notifyUrl: String(wish.notify_url),
  })
  return refundOf(made, amount.total)
}

function certificateOf(keys: SimulatorKeys, key: { serial: string; certificate: string }) {
  return {
    serial_no: key.serial,
    encrypt_certificate: seal(keys.apiV3Key, key.certificate, 'certificate'),
  }
}

function billPlace(book: Book, url: URL) {
  const day = url.searchParams.get('bill_date') ?? ''
  const text = billText(book, day)
  if (!text) throw new Refused(400, 'NO_STATEMENT_EXIST')
  return {
    hash_type: 'SHA1',
    hash_value: createHash('sha1').update(text).digest('hex'),
    download_url: `${url.origin}/v3/billdownload/file?token=${randomBytes(8).toString('hex')}&day=${day}`,
  }
}
