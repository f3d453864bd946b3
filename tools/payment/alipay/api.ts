import { verify } from 'node:crypto'
import { SimulatedChannelRefusal } from '../book.ts'
import { formatChannelAmount } from '../yuan.ts'
import { buildAlipayBillFile } from './bill.ts'
import type { SimulatedAlipayBook } from './book.ts'
import { joinSortedPairs, type SimulatedAlipayKeys, simulatedAppId } from './keys.ts'
import { alipayTradeStatus, formatBeijingTime } from './messages.ts'

/** Names of Alipay's calls, for planned failures. */
const calls: Record<string, string> = {
  'alipay.trade.precreate': 'create',
  'alipay.trade.query': 'query',
  'alipay.trade.close': 'close',
  'alipay.trade.refund': 'refund',
  'alipay.trade.fastpay.refund.query': 'queryRefund',
  'alipay.data.dataservice.bill.downloadurl.query': 'bill',
}
export const alipayCallName = (method: string): string | null => calls[method] ?? null

/** Alipay's codes for refusals. */
const subCodes: Record<string, string> = {
  ORDER_NOT_EXIST: 'ACQ.TRADE_NOT_EXIST',
  ORDERPAID: 'ACQ.TRADE_HAS_SUCCESS',
  ORDER_CLOSED: 'ACQ.TRADE_HAS_CLOSE',
  INVALID_REQUEST: 'ACQ.CONTEXT_INCONSISTENT',
  PARAM_ERROR: 'ACQ.INVALID_PARAMETER',
  NOT_ENOUGH: 'ACQ.SELLER_BALANCE_NOT_ENOUGH',
  FINISHED: 'ACQ.TRADE_HAS_FINISHED',
  TRADE_STATE_ERROR: 'ACQ.TRADE_STATUS_ERROR',
  NO_BILL: 'BILL_NOT_EXIST',
}
export const alipaySubCode = (code: string): string => subCodes[code] ?? 'ACQ.SYSTEM_ERROR'

/** @throws SimulatedChannelRefusal unless the merchant's key signed the parameters recently. */
export function requireAlipayMerchant(
  keys: SimulatedAlipayKeys,
  book: SimulatedAlipayBook,
  form: URLSearchParams,
): void {
  const { sign = '', ...given } = Object.fromEntries(form)
  const text = joinSortedPairs(Object.entries(given).filter(([, value]) => value !== ''))
  const at = Date.parse(`${given.timestamp?.replace(' ', 'T')}+08:00`)
  const { appSn, rootSn } = keys.authority
  const certified = given.app_cert_sn !== undefined || given.alipay_root_cert_sn !== undefined
  if (certified && (given.app_cert_sn !== appSn || given.alipay_root_cert_sn !== rootSn))
    throw new SimulatedChannelRefusal(200, 'isv.invalid-app-cert-sn')
  const ok =
    given.app_id === simulatedAppId &&
    given.sign_type === 'RSA2' &&
    given.charset === 'utf-8' &&
    given.version === '1.0' &&
    Math.abs(book.now() - at) < 300_000 &&
    verify('sha256', Buffer.from(text), keys.merchantKey, Buffer.from(sign, 'base64'))
  if (!ok) throw new SimulatedChannelRefusal(200, 'isv.invalid-signature')
}

export const certificateDownloadMethod = 'alipay.open.app.alipaycert.download'

/** @throws SimulatedChannelRefusal for an unknown certificate number. */
export function answerCertificateDownload(keys: SimulatedAlipayKeys, form: URLSearchParams): object {
  const { alipay_cert_sn: sn } = JSON.parse(form.get('biz_content') ?? '{}')
  const found = keys.authority.signing.find((one) => one.sn === sn)
  if (!found) throw new SimulatedChannelRefusal(400, 'PARAM_ERROR')
  const content = Buffer.from(found.chain).toString('base64')
  return { code: '10000', msg: 'Success', alipay_cert_content: content }
}

type Wish = Record<string, unknown>
const answers: Record<string, (book: SimulatedAlipayBook, wish: Wish, notifyUrl: string) => object> = {
  create: (book, wish, notifyUrl) => {
    const { out_trade_no, total_amount, subject, time_expire, qr_code_timeout_express } = wish
    const [sum, number] = [String(total_amount), String(out_trade_no)]
    const fits =
      /^\d{1,8}\.\d\d$/.test(sum) &&
      /^\w{1,64}$/.test(number) &&
      /^[^/=&]+$/.test(String(subject)) &&
      /^\d+m$/.test(String(qr_code_timeout_express))
    if (!fits) throw new SimulatedChannelRefusal(400, 'PARAM_ERROR')
    const trade = book.create({
      outTradeNo: number,
      type: 'QR',
      total: Number(sum.replace('.', '')),
      description: String(subject),
      expireAt: Date.parse(`${String(time_expire).replace(' ', 'T')}+08:00`),
      notifyUrl,
    })
    return { out_trade_no: number, qr_code: trade.codeUrl }
  },
  query: (book, wish) => {
    const trade = book.requireScanned(String(wish.out_trade_no))
    const { outTradeNo, transactionId, total, paidAt } = trade
    return {
      out_trade_no: outTradeNo,
      trade_no: transactionId ?? '2026112222001000000000000001',
      trade_status: alipayTradeStatus(trade, book),
      total_amount: formatChannelAmount(total),
      buyer_logon_id: '138****0001',
      ...(paidAt === null ? {} : { send_pay_date: formatBeijingTime(paidAt) }),
    }
  },
  close: (book, wish) => {
    const number = String(wish.out_trade_no)
    book.close(number)
    return { out_trade_no: number, trade_no: '2026112222001000000000000001' }
  },
  refund: (book, wish) => {
    const [refundNo, outTradeNo] = [String(wish.out_request_no), String(wish.out_trade_no)]
    const isNew = !book.refunds.has(refundNo)
    const amount = Number(String(wish.refund_amount).replace('.', ''))
    const refund = book.giveBack({ refundNo, outTradeNo, amount })
    const moved = isNew && refund?.status === 'SUCCESS'
    return {
      out_trade_no: outTradeNo,
      fund_change: moved ? 'Y' : 'N',
      refund_fee: formatChannelAmount(book.given(outTradeNo)),
    }
  },
  queryRefund: (book, wish) => {
    const [refundNo, outTradeNo] = [String(wish.out_request_no), String(wish.out_trade_no)]
    book.requireScanned(outTradeNo)
    const refund = book.refunds.get(refundNo)
    // Like the real channel, respond with empty data to a query for an unknown refund.
    if (refund?.outTradeNo !== outTradeNo || refund.status !== 'SUCCESS') return {}
    return {
      out_trade_no: outTradeNo,
      out_request_no: refundNo,
      refund_status: 'REFUND_SUCCESS',
      refund_amount: formatChannelAmount(refund.amount),
      gmt_refund_pay: formatBeijingTime(refund.at),
    }
  },
  bill: (book, wish) => {
    const day = String(wish.bill_date)
    if (wish.bill_type !== 'trade' || !buildAlipayBillFile(book, day)) throw new SimulatedChannelRefusal(400, 'NO_BILL')
    return { bill_download_url: `${book.origin}/downloadBillFile.resource?day=${day}` }
  },
}

/**
 * Responds to one call of Alipay's API.
 * @throws SimulatedChannelRefusal when Alipay would refuse the call.
 */
export function answerAlipayCall(book: SimulatedAlipayBook, form: URLSearchParams): object {
  const call = answers[alipayCallName(form.get('method') ?? '') ?? '']
  if (!call) throw new SimulatedChannelRefusal(400, 'PARAM_ERROR')
  const wish: Wish = JSON.parse(form.get('biz_content') ?? '{}')
  return { code: '10000', msg: 'Success', ...call(book, wish, form.get('notify_url') ?? '') }
}
