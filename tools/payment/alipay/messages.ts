import { randomUUID } from 'node:crypto'
import type { Refund, Trade } from '../book.ts'
import type { Message } from '../message.ts'
import { yuan } from '../yuan.ts'
import type { AlipayBook } from './book.ts'
import { type AlipayKeys, appId, joined, sellerId, signedBy } from './keys.ts'

/** What a notification may get wrong. */
export interface AlipayLie {
  amount?: number
  sellerId?: string
  appId?: string
  outTradeNo?: string
  state?: string
  /** when it was paid, ms */
  paidAt?: number
  /** signed by a stranger */
  forged?: boolean
  /** a field stands there a second time, after it was signed */
  twice?: boolean
  /** its time lies so far back, seconds */
  age?: number
  /** signed for a merchant in certificate mode; NAMED: it says by which certificate */
  certified?: boolean | 'NAMED'
  /** of a refund: it says no number */
  unnumbered?: boolean
}

/** 2026-11-22 10:34:56 */
export function beijing(at: number): string {
  return new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}

/** In Alipay's words: one that is given back in part is still paid. */
export function statusOf(trade: Trade, book: AlipayBook): string {
  if (trade.state === 'SUCCESS') return 'TRADE_SUCCESS'
  if (trade.state === 'REFUND')
    return book.given(trade.outTradeNo) < trade.total ? 'TRADE_SUCCESS' : 'TRADE_CLOSED'
  return trade.state === 'CLOSED' ? 'TRADE_CLOSED' : 'WAIT_BUYER_PAY'
}

/** A notification of a trade; after a refund the same with what went back. */
export function tradeNotice(
  { keys, book }: { keys: AlipayKeys; book: AlipayBook },
  trade: Trade,
  lie: AlipayLie = {},
  refund?: Refund,
): Message {
  const { outTradeNo, paidAt } = trade
  const at = book.now() - (lie.age ?? 0) * 1000
  const given = book.given(outTradeNo)
  const fields = {
    notify_time: beijing(at),
    notify_type: 'trade_status_sync',
    notify_id: randomUUID().replaceAll('-', ''),
    charset: 'utf-8',
    version: '1.0',
    auth_app_id: appId,
    app_id: lie.appId ?? appId,
    seller_id: lie.sellerId ?? sellerId,
    out_trade_no: lie.outTradeNo ?? outTradeNo,
    trade_no: trade.transactionId ?? '2026112222001000000000000001',
    trade_status: lie.state ?? statusOf(trade, book),
    total_amount: yuan(lie.amount ?? trade.total),
    subject: trade.description,
    ...(lie.certified === 'NAMED'
      ? { alipay_cert_sn: keys.authority.signing.at(-1)?.sn ?? '' }
      : {}),
    // fields without a value are signed, too
    body: '',
    gmt_create: beijing(at),
    ...(paidAt === null || lie.state === 'WAIT_BUYER_PAY'
      ? {}
      : { gmt_payment: beijing(lie.paidAt ?? paidAt) }),
    ...(refund
      ? {
          refund_fee: yuan(given),
          gmt_refund: `${beijing(refund.at)}.123`,
          ...(lie.unnumbered ? {} : { out_biz_no: refund.refundNo }),
        }
      : {}),
  }
  const { forged = false, certified = false } = lie
  const sign = signedBy(keys, joined(Object.entries(fields)), {
    forged,
    certified: certified !== false,
  })
  const form = new URLSearchParams({ ...fields, sign_type: 'RSA2', sign })
  if (lie.twice) form.append('total_amount', yuan(trade.total))
  const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
  return { url: trade.notifyUrl, headers, body: form.toString() }
}
