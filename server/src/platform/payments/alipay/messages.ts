import { z } from 'zod'
import { fromShanghaiTime } from '../../shanghai-day.ts'
import { channelNumber, isChannelNumber, mapKnownStates, yuanToFen } from '../channel-values.ts'
import type { ChannelOrder, ChannelState, NotifiedRefund, RefundAnswer } from '../gateway.ts'

const tradeStates = {
  WAIT_BUYER_PAY: 'NOTPAY',
  TRADE_SUCCESS: 'SUCCESS',
  // TRADE_FINISHED also means paid, but Alipay cannot refund such a trade any more.
  TRADE_FINISHED: 'SUCCESS',
  TRADE_CLOSED: 'CLOSED',
} as const

function text<Value>(read: (text: string) => Value) {
  return z.string().transform((given, context) => {
    try {
      return read(given)
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : '' })
      return z.NEVER
    }
  })
}

const trade = {
  out_trade_no: channelNumber,
  trade_no: channelNumber.optional(),
  trade_status: mapKnownStates<ChannelState>(tradeStates),
  total_amount: text(yuanToFen),
}
const queryAnswer = z.object({ ...trade, send_pay_date: text(fromShanghaiTime).optional() })
const notification = z.object({
  ...trade,
  app_id: z.string(),
  seller_id: z.string(),
  gmt_payment: text(fromShanghaiTime).optional(),
  // The amount is the total of all refunds of the order so far; the number belongs to the last refund.
  refund_fee: text(yuanToFen).optional(),
  gmt_refund: z.string().optional(),
  out_biz_no: z.string().optional(),
})

/** Alipay's response names no merchant, because it is signed for our app. @throws ZodError, Error. */
export function readAlipayTrade(json: unknown, outTradeNo: string, merchant: string): ChannelOrder {
  const said = queryAnswer.parse(json)
  if (said.out_trade_no !== outTradeNo) throw new Error('the answer is about another order')
  return orderOf(said, said.send_pay_date, merchant)
}

/** @throws ZodError. */
export function readAlipayNotification(
  fields: Record<string, string>,
  ours: { appId: string; sellerId: string },
): { order: ChannelOrder; refunded?: NotifiedRefund } {
  const said = notification.parse(fields)
  const { app_id, seller_id, out_biz_no = '' } = said
  // Another app of the same merchant counts as another merchant.
  const merchant = app_id === ours.appId ? seller_id : `${seller_id}/${app_id}`
  const order = orderOf(said, said.gmt_payment, merchant)
  const totalFen = said.refund_fee ?? 0
  if (!said.gmt_refund || totalFen === 0) return { order }
  // A refund without its own number has the number of its order.
  const refundNo = isChannelNumber(out_biz_no) ? out_biz_no : order.outTradeNo
  return { order, refunded: { refundNo, totalFen } }
}

function orderOf(said: z.output<z.ZodObject<typeof trade>>, paidAt: Date | undefined, merchant: string): ChannelOrder {
  const { out_trade_no: outTradeNo, trade_status, total_amount: amountFen } = said
  // A full refund closes a paid order.
  const state = trade_status === 'CLOSED' && paidAt ? 'REFUND' : trade_status
  const transactionId = said.trade_no ?? null
  return { outTradeNo, state, amountFen, merchant, transactionId, paidAt: paidAt ?? null }
}

const precreateAnswer = z.object({
  out_trade_no: channelNumber,
  qr_code: z.url({ protocol: /^https?$/ }),
})

/** @throws ZodError, Error. */
export function readQrCodeAddress(json: unknown, outTradeNo: string): string {
  const said = precreateAnswer.parse(json)
  if (said.out_trade_no !== outTradeNo) throw new Error('the answer is about another order')
  return said.qr_code
}

const refundAnswer = z.object({ out_trade_no: channelNumber, fund_change: z.enum(['Y', 'N']) })

/** A call with a repeated refund number moves no money. @throws ZodError, Error. */
export function hasMovedMoney(json: unknown, outTradeNo: string): boolean {
  const said = refundAnswer.parse(json)
  if (said.out_trade_no !== outTradeNo) throw new Error('the answer is about another order')
  return said.fund_change === 'Y'
}

const refundTime = z.object({ gmt_refund_pay: text(fromShanghaiTime).optional().catch(undefined) })

export function readRefundTime(json: unknown): Date | null {
  return refundTime.parse(json).gmt_refund_pay ?? null
}

/** For an unknown refund number, the response lacks these fields. */
const refundQueryAnswer = z.object({
  out_request_no: channelNumber.optional(),
  refund_status: z.string().optional(),
  refund_amount: text(yuanToFen).optional(),
})

/** null when Alipay has not refunded. @throws ZodError, Error. */
export function readAlipayRefund(json: unknown, refundNo: string): RefundAnswer | null {
  const said = refundQueryAnswer.parse(json)
  if (said.refund_status !== 'REFUND_SUCCESS') return null
  if (said.out_request_no !== refundNo) throw new Error('the answer is about another refund')
  return { state: 'DONE', doneAt: readRefundTime(json), amountFen: said.refund_amount ?? null }
}

export const alipayBillAddressShape = z.object({ bill_download_url: z.url({ protocol: /^https?$/ }) })
