import { randomUUID } from 'node:crypto'
import type { SimulatedRefund, SimulatedTrade } from '../book.ts'
import type { SimulatedNotification } from '../message.ts'
import { formatChannelAmount } from '../yuan.ts'
import type { SimulatedAlipayBook } from './book.ts'
import { joinSortedPairs, type SimulatedAlipayKeys, signAsAlipay, simulatedAppId, simulatedSellerId } from './keys.ts'

/** Planned faults of a test notification. */
export interface AlipayNotificationFaults {
  amount?: number
  sellerId?: string
  appId?: string
  outTradeNo?: string
  state?: string
  paidAt?: number
  forged?: boolean
  /** True repeats a field of the notification after signing. */
  twice?: boolean
  /** How many seconds ago the notification says it was sent. */
  age?: number
  /** True sends the notification in certificate mode; NAMED also names the certificate. */
  certified?: boolean | 'NAMED'
  /** True reports a refund without its refund number. */
  unnumbered?: boolean
}

/** Formats a time in ms as 2026-11-22 10:34:56. */
export function formatBeijingTime(at: number): string {
  return new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}

/** A partly refunded trade is still paid at Alipay. */
export function alipayTradeStatus(trade: SimulatedTrade, book: SimulatedAlipayBook): string {
  if (trade.state === 'SUCCESS') return 'TRADE_SUCCESS'
  if (trade.state === 'REFUND') return book.given(trade.outTradeNo) < trade.total ? 'TRADE_SUCCESS' : 'TRADE_CLOSED'
  return trade.state === 'CLOSED' ? 'TRADE_CLOSED' : 'WAIT_BUYER_PAY'
}

/** A notification after a refund contains the refunded amount. */
export function buildAlipayNotification(
  { keys, book }: { keys: SimulatedAlipayKeys; book: SimulatedAlipayBook },
  trade: SimulatedTrade,
  lie: AlipayNotificationFaults = {},
  refund?: SimulatedRefund,
): SimulatedNotification {
  const { outTradeNo, paidAt } = trade
  const at = book.now() - (lie.age ?? 0) * 1000
  const given = book.given(outTradeNo)
  const fields = {
    notify_time: formatBeijingTime(at),
    notify_type: 'trade_status_sync',
    notify_id: randomUUID().replaceAll('-', ''),
    charset: 'utf-8',
    version: '1.0',
    auth_app_id: simulatedAppId,
    app_id: lie.appId ?? simulatedAppId,
    seller_id: lie.sellerId ?? simulatedSellerId,
    out_trade_no: lie.outTradeNo ?? outTradeNo,
    trade_no: trade.transactionId ?? '2026112222001000000000000001',
    trade_status: lie.state ?? alipayTradeStatus(trade, book),
    total_amount: formatChannelAmount(lie.amount ?? trade.total),
    subject: trade.description,
    ...(lie.certified === 'NAMED' ? { alipay_cert_sn: keys.authority.signing.at(-1)?.sn ?? '' } : {}),
    // Empty fields are signed too.
    body: '',
    gmt_create: formatBeijingTime(at),
    ...(paidAt === null || lie.state === 'WAIT_BUYER_PAY'
      ? {}
      : { gmt_payment: formatBeijingTime(lie.paidAt ?? paidAt) }),
    ...(refund
      ? {
          refund_fee: formatChannelAmount(given),
          gmt_refund: `${formatBeijingTime(refund.at)}.123`,
          ...(lie.unnumbered ? {} : { out_biz_no: refund.refundNo }),
        }
      : {}),
  }
  const { forged = false, certified = false } = lie
  const sign = signAsAlipay(keys, joinSortedPairs(Object.entries(fields)), {
    forged,
    certified: certified !== false,
  })
  const form = new URLSearchParams({ ...fields, sign_type: 'RSA2', sign })
  if (lie.twice) form.append('total_amount', formatChannelAmount(trade.total))
  const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
  return { url: trade.notifyUrl, headers, body: form.toString() }
}
