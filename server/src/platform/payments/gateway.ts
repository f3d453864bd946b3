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
 * A payment channel: WeChat Pay v3 Native later, the demo cashier now. It keeps its own book; ours is table `payment`.
 * Every method may throw when the channel does not answer: the caller turns that into order.gatewayDown.
 */
export interface Gateway {
  channel: string
  merchant: string
  /** Places the channel order; repeating it with the same number gives the same address. */
  create(order: {
    outTradeNo: string
    amountFen: number
    description: string
    expireAt: Date
  }): Promise<{ codeUrl: string }>
  /** A number the channel does not know is NOTPAY. */
  query(outTradeNo: string): Promise<ChannelOrder>
  /**
   * Closes an unpaid channel order. Paid meanwhile: answers with the paid state instead, closing nothing.
   * A number the channel does not know is CLOSED.
   */
  close(outTradeNo: string): Promise<ChannelOrder>
  /** Idempotent by refundNo. */
  refund(refund: {
    refundNo: string
    outTradeNo: string
    amountFen: number
  }): Promise<'DONE' | 'PENDING' | 'FAILED'>
  /** Verifies and opens a notification. @throws Error when it is not the channel's or not fresh */
  readNotification(headers: Record<string, string | undefined>, body: Buffer): Promise<ChannelOrder>
}
