import { z } from 'zod'
import { fromShanghaiTime } from '../../shanghai-day.ts'
import { channelNumber, isChannelNumber } from '../channel-number.ts'
import type { ChannelOrder, ChannelState, NoticedRefund, RefundAnswer } from '../gateway.ts'
import { knownWord } from '../known-word.ts'
import { fenOf } from '../yuan.ts'

const tradeStates = {
  WAIT_BUYER_PAY: 'NOTPAY',
  TRADE_SUCCESS: 'SUCCESS',
  // the money is ours for good: it can no longer be given back there
  TRADE_FINISHED: 'SUCCESS',
  TRADE_CLOSED: 'CLOSED',
} as const

/** Reads text by a function that throws: what it cannot read is no answer. */
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
  trade_status: knownWord<ChannelState>(tradeStates),
  total_amount: text(fenOf),
}
const queryAnswer = z.object({ ...trade, send_pay_date: text(fromShanghaiTime).optional() })
const notification = z.object({
  ...trade,
  app_id: z.string(),
  seller_id: z.string(),
  gmt_payment: text(fromShanghaiTime).optional(),
  // of all that went back by now; the number is of the last time
  refund_fee: text(fenOf).optional(),
  gmt_refund: z.string().optional(),
  out_biz_no: z.string().optional(),
})

/** An answer to a query. It names no merchant: it is signed for our app. @throws ZodError, Error */
export function readTrade(json: unknown, outTradeNo: string, merchant: string): ChannelOrder {
  const said = queryAnswer.parse(json)
  if (said.out_trade_no !== outTradeNo) throw new Error('the answer is about another order')
  return orderOf(said, said.send_pay_date, merchant)
}

/** What a notification tells of an order, be it of a payment or of a refund. @throws ZodError */
export function readNotice(
  fields: Record<string, string>,
  ours: { appId: string; sellerId: string },
): { order: ChannelOrder; refunded?: NoticedRefund } {
  const said = notification.parse(fields)
  const { app_id, seller_id, out_biz_no = '' } = said
  // another app of the same merchant is not us
  const merchant = app_id === ours.appId ? seller_id : `${seller_id}/${app_id}`
  const order = orderOf(said, said.gmt_payment, merchant)
  const totalFen = said.refund_fee ?? 0
  if (!said.gmt_refund || totalFen === 0) return { order }
  // one that was asked for without a number of its own has that of its order
  const refundNo = isChannelNumber(out_biz_no) ? out_biz_no : order.outTradeNo
  return { order, refunded: { refundNo, totalFen } }
}

function orderOf(
  said: z.output<z.ZodObject<typeof trade>>,
  paidAt: Date | undefined,
  merchant: string,
): ChannelOrder {
  const { out_trade_no: outTradeNo, trade_status, total_amount: amountFen } = said
  // one that was paid is closed by giving all of it back
  const state = trade_status === 'CLOSED' && paidAt ? 'REFUND' : trade_status
  const transactionId = said.trade_no ?? null
  return { outTradeNo, state, amountFen, merchant, transactionId, paidAt: paidAt ?? null }
}

const precreateAnswer = z.object({
  out_trade_no: channelNumber,
  qr_code: z.url({ protocol: /^https?$/ }),
})

/** What the QR holds. @throws ZodError, Error */
export function readCode(json: unknown, outTradeNo: string): string {
  const said = precreateAnswer.parse(json)
  if (said.out_trade_no !== outTradeNo) throw new Error('the answer is about another order')
  return said.qr_code
}

const refundAnswer = z.object({ out_trade_no: channelNumber, fund_change: z.enum(['Y', 'N']) })

/** Whether money moved by this very call: a repeat of a number moves none. @throws ZodError, Error */
export function movedMoney(json: unknown, outTradeNo: string): boolean {
  const said = refundAnswer.parse(json)
  if (said.out_trade_no !== outTradeNo) throw new Error('the answer is about another order')
  return said.fund_change === 'Y'
}

const refundTime = z.object({ gmt_refund_pay: text(fromShanghaiTime).optional().catch(undefined) })

/** When the money went back, if the answer says so. */
export function readRefundTime(json: unknown): Date | null {
  return refundTime.parse(json).gmt_refund_pay ?? null
}

/** a number nobody asked a refund by comes back without any of it */
const refundQueryAnswer = z.object({
  out_request_no: channelNumber.optional(),
  refund_status: z.string().optional(),
  refund_amount: text(fenOf).optional(),
})

/** Null: not given back, as far as the channel knows. @throws ZodError, Error */
export function readRefund(json: unknown, refundNo: string): RefundAnswer | null {
  const said = refundQueryAnswer.parse(json)
  if (said.refund_status !== 'REFUND_SUCCESS') return null
  if (said.out_request_no !== refundNo) throw new Error('the answer is about another refund')
  return { state: 'DONE', doneAt: readRefundTime(json), amountFen: said.refund_amount ?? null }
}

export const billPlace = z.object({ bill_download_url: z.url({ protocol: /^https?$/ }) })
