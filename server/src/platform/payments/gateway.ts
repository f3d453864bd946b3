import type { FindOurs } from './bill-totals.ts'
import type { ChannelCheck } from './channel-check.ts'

/** What the channel says of one of its orders. Only SUCCESS means paid. */
export type ChannelState = 'NOTPAY' | 'SUCCESS' | 'PAYERROR' | 'CLOSED' | 'REFUND'

export interface ChannelOrder {
  outTradeNo: string
  state: ChannelState
  amountFen: number
  /** the merchant the money went to: must be ours */
  merchant: string
  transactionId: string | null
  paidAt: Date | null
}

/**
 * DONE · PENDING · FAILED: under this number the money will never go back, another number may ·
 * STUCK: the channel needs somebody in its own console, then it goes on under the same number.
 */
export type RefundState = 'DONE' | 'PENDING' | 'FAILED' | 'STUCK'

/** What a channel answers of a refund, and – where it says so – when the money went back. */
export interface RefundAnswer {
  state: RefundState
  doneAt: Date | null
  /** how much the refund is of; null: the answer does not say */
  amountFen: number | null
}

export interface ChannelRefund extends RefundAnswer {
  refundNo: string
  outTradeNo: string
  amountFen: number
  merchant: string
}

/** What a refund is found by: its own number, and that of the channel order it is of. */
export interface RefundNumbers {
  refundNo: string
  outTradeNo: string
}

/** That some of a payment has gone back, and how much of it in all; the last time by this number. */
export interface NoticedRefund {
  refundNo: string
  totalFen: number
}

/** What a notification tells. OTHER: it is the channel's, and none of our business. */
export type ChannelMessage =
  | { kind: 'PAYMENT'; order: ChannelOrder; refunded?: NoticedRefund }
  | { kind: 'REFUND'; refund: ChannelRefund }
  | { kind: 'OTHER' }

/** One line of the channel's bill of a day. */
export interface BillLine {
  kind: 'PAYMENT' | 'REFUND'
  /** of the channel order, or of the refund */
  number: string
  outTradeNo: string
  transactionId: string
  amountFen: number
  at: Date | null
  /** false: a refund that the channel knows of, and has not given; no later bill has it again */
  done?: boolean
}

/** A day of the whole account, of which other tills may be, too. */
export interface ChannelBill {
  /** payments and refunds, ours and others' */
  lines: BillLine[]
  /** rows of other kinds, and rows of other tills that cannot be read */
  others: number
}

/** What is asked of a channel for one of its orders. Amount in fen. */
export interface ChannelWish {
  outTradeNo: string
  amountFen: number
  description: string
  expireAt: Date
}

/** What the channel's own browser is asked to pay, signed by the merchant (contract: bridgeCall). */
export interface BridgeCall {
  appId: string
  timeStamp: string
  nonceStr: string
  package: string
  signType: 'RSA'
  paySign: string
}

/** Paying inside the channel's own browser: an order is placed for one payer, whom the channel names. */
export interface InBrowserOfChannel {
  /** Where that browser goes to be named; it comes back to our order with `state` and a code. */
  signInUrl(orderNo: string, state: string): string
  /** Who came back with a code, good for one question. Null: it is none of ours, or used, or too old. */
  payerOf(code: string): Promise<string | null>
  /** Places the channel order for a payer; repeating it with the same number and payer is the same order. */
  create(order: ChannelWish & { payer: string }): Promise<{ prepayId: string }>
  /** Signed anew each time: good for the moment. */
  bridge(prepayId: string): Promise<BridgeCall>
}

/**
 * A payment channel: WeChat Pay v3 Native, H5 and JSAPI, Alipay by a QR, the demo cashier. It keeps its own book; ours is
 * table `payment`.
 * Every method may throw when the channel does not answer: the caller turns that into order.gatewayDown.
 */
export interface Gateway {
  channel: string
  merchant: string
  /** Whether an order placed now would be refused unasked (circuit.ts). Missing: never. */
  isPaused?(): boolean
  /** Places the channel order, for a QR; repeating it with the same number is the same order. */
  create(order: ChannelWish): Promise<{ codeUrl: string }>
  /**
   * The same for the browser of the phone that pays: where it goes, and from where it comes back to our order. Good for
   * five minutes. Missing: this channel, or this merchant, has no such way.
   */
  createH5?(order: ChannelWish & { orderNo: string; payerIp: string }): Promise<{ h5Url: string }>
  /** Missing: no official account is configured. */
  jsapi?: InBrowserOfChannel
  /** A number the channel does not know is NOTPAY. */
  query(outTradeNo: string): Promise<ChannelOrder>
  /**
   * Closes an unpaid channel order. Paid meanwhile: answers with the paid state instead, closing nothing.
   * A number the channel does not know is CLOSED, as far as that goes: at Alipay nobody has scanned its QR yet, and
   * somebody still may (decision 033). Money that comes all the same is late money.
   */
  close(outTradeNo: string): Promise<ChannelOrder>
  /** Gives a payment back, or a part of it; `totalFen`: the whole. Idempotent by refundNo. */
  refund(refund: RefundNumbers & { amountFen: number; totalFen: number }): Promise<RefundAnswer>
  /** How many refunds of one payment the channel takes; missing: as many as there are. */
  mostRefunds?: number
  /** Null: the channel does not know the number. */
  queryRefund(refund: RefundNumbers): Promise<RefundAnswer | null>
  /** Verifies and opens a notification. @throws Error when it is not the channel's or not fresh */
  readNotification(
    headers: Record<string, string | undefined>,
    body: Buffer,
  ): Promise<ChannelMessage>
  /** What the channel wants to hear, as plain text, of a notification that is booked. Missing: our usual answer. */
  acknowledgement?: string
  /**
   * What was paid and given back on a day (YYYY-MM-DD, Asia/Shanghai) that is over. Null: not made yet. @throws BillFault, Error
   * @param findOurs which of some order numbers are ours: the bill is the whole account's
   */
  bill(day: string, findOurs: FindOurs): Promise<ChannelBill | null>
  /** Asks a harmless question, and says whether keys, clock and signatures are right. Missing: there are none. */
  check?(): Promise<ChannelCheck>
}

/** Nothing happened on the day. */
export const noBillLines: ChannelBill = { lines: [], others: 0 }

/** What is said of an order without money in it. */
export function unpaidOrder(
  outTradeNo: string,
  merchant: string,
  state: 'NOTPAY' | 'CLOSED',
): ChannelOrder {
  return { outTradeNo, state, amountFen: 0, merchant, transactionId: null, paidAt: null }
}
