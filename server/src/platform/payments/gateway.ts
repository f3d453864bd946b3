import type { FindOwnOrders } from './bill-totals.ts'
import type { ChannelCheck } from './channel-check.ts'

/** Only SUCCESS means paid. */
export type ChannelState = 'NOTPAY' | 'SUCCESS' | 'PAYERROR' | 'CLOSED' | 'REFUND'

export interface ChannelOrder {
  outTradeNo: string
  state: ChannelState
  amountFen: number
  /** The merchant who received the money, which must be ours. */
  merchant: string
  transactionId: string | null
  paidAt: Date | null
}

/** FAILED: a refund under another number may work. STUCK: staff must act at the channel. */
export type RefundState = 'DONE' | 'PENDING' | 'FAILED' | 'STUCK'

export interface RefundAnswer {
  state: RefundState
  doneAt: Date | null
  /** null when the answer contains no amount. */
  amountFen: number | null
}

export interface ChannelRefund extends RefundAnswer {
  refundNo: string
  outTradeNo: string
  amountFen: number
  merchant: string
}

export interface RefundNumbers {
  refundNo: string
  outTradeNo: string
}

export interface NotifiedRefund {
  refundNo: string
  totalFen: number
}

/** OTHER is a valid notification that does not concern us. */
export type ChannelNotification =
  | { kind: 'PAYMENT'; order: ChannelOrder; refunded?: NotifiedRefund }
  | { kind: 'REFUND'; refund: ChannelRefund }
  | { kind: 'OTHER' }

export interface BillLine {
  kind: 'PAYMENT' | 'REFUND'
  number: string
  outTradeNo: string
  transactionId: string
  amountFen: number
  at: Date | null
  /** false for a refund that is not paid yet. */
  done?: boolean
}

/** A channel's bill; other shops of the merchant may share the account. */
export interface ChannelBill {
  lines: BillLine[]
  /** Number of bill rows of other kinds, and of unreadable rows of other shops. */
  others: number
}

/** Amount of the order in fen. */
export interface ChannelOrderRequest {
  outTradeNo: string
  amountFen: number
  description: string
  expireAt: Date
}

/** Payment data that are signed for the channel's own browser (contract: bridgeCall). */
export interface BridgeCall {
  appId: string
  timeStamp: string
  nonceStr: string
  package: string
  signType: 'RSA'
  paySign: string
}

export interface InAppPayment {
  signInUrl(orderNo: string, state: string): string
  /** Returns the payer's id. A code works once: null when it is foreign, used or expired. */
  payerOf(code: string): Promise<string | null>
  create(order: ChannelOrderRequest & { payer: string }): Promise<{ prepayId: string }>
  bridge(prepayId: string): Promise<BridgeCall>
}

/**
 * The channel keeps its own payments; ours are in the table `payment`. Methods may throw when it does not respond, and
 * callers refuse with order.gatewayDown.
 */
export interface Gateway {
  channel: string
  merchant: string
  isPaused?(): boolean
  /** A repeated call with the same number gives the same channel order. */
  create(order: ChannelOrderRequest): Promise<{ codeUrl: string }>
  /** The address is valid for five minutes. Absent when the channel does not support it. */
  createH5?(order: ChannelOrderRequest & { orderNo: string; payerIp: string }): Promise<{ h5Url: string }>
  jsapi?: InAppPayment
  query(outTradeNo: string): Promise<ChannelOrder>
  /**
   * Returns the paid state if the order was paid meanwhile. At Alipay a closed unknown number may still be paid later
   * (decision 033).
   */
  close(outTradeNo: string): Promise<ChannelOrder>
  /** Refunds once per refundNo. `totalFen` is the whole payment. */
  refund(refund: RefundNumbers & { amountFen: number; totalFen: number }): Promise<RefundAnswer>
  mostRefunds?: number
  queryRefund(refund: RefundNumbers): Promise<RefundAnswer | null>
  /** @throws Error when the signature is wrong or too old. */
  readNotification(headers: Record<string, string | undefined>, body: Buffer): Promise<ChannelNotification>
  /** Our response to notifications; absent means the usual one. */
  acknowledgement?: string
  /**
   * Reads the bill of a past day; null when it is not ready. @throws BillFault, Error @param findOurs finds which order
   * numbers are ours
   */
  bill(day: string, findOurs: FindOwnOrders): Promise<ChannelBill | null>
  check?(): Promise<ChannelCheck>
}

export const emptyBill: ChannelBill = { lines: [], others: 0 }

export function createUnpaidChannelOrder(
  outTradeNo: string,
  merchant: string,
  state: 'NOTPAY' | 'CLOSED',
): ChannelOrder {
  return { outTradeNo, state, amountFen: 0, merchant, transactionId: null, paidAt: null }
}
