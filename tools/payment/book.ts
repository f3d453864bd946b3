import { randomBytes } from 'node:crypto'

export type SimulatedTradeState = 'NOTPAY' | 'SUCCESS' | 'CLOSED' | 'PAYERROR' | 'REFUND'
export type SimulatedRefundStatus = 'PROCESSING' | 'SUCCESS' | 'ABNORMAL' | 'CLOSED'

/** Where an order is paid: WeChat's QR code, a phone browser, WeChat's browser, Alipay's QR code. */
export type SimulatedTradeType = 'NATIVE' | 'MWEB' | 'JSAPI' | 'QR'

export interface SimulatedTrade {
  type: SimulatedTradeType
  outTradeNo: string
  description: string
  total: number
  /** Content of the QR code; the order id for MWEB, the prepay_id for JSAPI. */
  codeUrl: string
  /** Openid of the payer of a JSAPI order. */
  payer?: string
  notifyUrl: string
  state: SimulatedTradeState
  transactionId: string | null
  paidAt: number | null
  expireAt: number
  /** Time in ms until which a browser may open the payment page. */
  pageUntil: number
  /** True after somebody scanned the QR code; before that, Alipay knows no trade. */
  scanned?: boolean
}

export interface SimulatedRefund {
  refundNo: string
  refundId: string
  outTradeNo: string
  amount: number
  notifyUrl: string
  status: SimulatedRefundStatus
  at: number
}

/** The payment channel refuses a call with this code. */
export class SimulatedChannelRefusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

export class SimulatedChannelBook {
  readonly trades = new Map<string, SimulatedTrade>()
  readonly refunds = new Map<string, SimulatedRefund>()
  /** The status that refunds get from now on. */
  refundOutcome: SimulatedRefundStatus | 'NOT_ENOUGH' = 'SUCCESS'
  /** Bill rows for payments made outside the portal, as cells by column title. */
  strangeRows: Record<string, string>[] = []
  /** Milliseconds that the channel's clock is ahead of the machine's. */
  shift = 0

  now(): number {
    return Date.now() + this.shift
  }

  create(wish: {
    outTradeNo: string
    total: number
    description: string
    expireAt: number
    notifyUrl: string
    type?: SimulatedTradeType
    payer?: string
  }): SimulatedTrade {
    const type = wish.type ?? 'NATIVE'
    const known = this.find(wish.outTradeNo)
    if (known) {
      const same = known.total === wish.total && known.type === type
      if (!same || known.payer !== wish.payer) throw new SimulatedChannelRefusal(400, 'INVALID_REQUEST')
      if (known.state === 'SUCCESS' || known.state === 'REFUND') throw new SimulatedChannelRefusal(400, 'ORDERPAID')
      if (known.state === 'CLOSED') throw new SimulatedChannelRefusal(400, 'ORDER_CLOSED')
      return known
    }
    const fresh = { state: 'NOTPAY', transactionId: null, paidAt: null } as const
    const pageUntil = this.now() + 5 * 60_000
    const trade: SimulatedTrade = { ...wish, ...fresh, type, codeUrl: this.newCode(type), pageUntil }
    this.trades.set(trade.outTradeNo, trade)
    return trade
  }

  protected newCode(type: SimulatedTradeType): string {
    const random = randomBytes(6)
    return type === 'NATIVE'
      ? `weixin://wxpay/bizpayurl?pr=${random.toString('base64url')}`
      : `wx${random.toString('hex')}`
  }

  protected newTransactionId(): string {
    return `4200${randomDigits(24)}`
  }

  findPage(prepayId: string | null): SimulatedTrade | undefined {
    const trade = [...this.trades.values()].find(({ type, codeUrl }) => type === 'MWEB' && codeUrl === prepayId)
    return trade && this.find(trade.outTradeNo)
  }

  findPrepared(pack: string): SimulatedTrade | undefined {
    const trade = [...this.trades.values()].find(
      ({ type, codeUrl }) => type === 'JSAPI' && `prepay_id=${codeUrl}` === pack,
    )
    return trade && this.find(trade.outTradeNo)
  }

  require(outTradeNo: string): SimulatedTrade {
    const trade = this.find(outTradeNo)
    if (!trade) throw new SimulatedChannelRefusal(404, 'ORDER_NOT_EXIST')
    return trade
  }

  close(outTradeNo: string): void {
    const trade = this.require(outTradeNo)
    if (trade.state === 'SUCCESS' || trade.state === 'REFUND') throw new SimulatedChannelRefusal(400, 'ORDERPAID')
    trade.state = 'CLOSED'
  }

  /** Pays an order as if a person scanned it; `force` pays even a closed order. @returns whether money moved */
  pay(outTradeNo: string, options: { succeeds?: boolean; force?: boolean } = {}): boolean {
    const trade = this.find(outTradeNo)
    if (!trade || trade.state === 'SUCCESS' || trade.state === 'REFUND') return false
    if (trade.state === 'CLOSED' && !options.force) return false
    if (options.succeeds === false) {
      trade.state = 'PAYERROR'
      return false
    }
    const transactionId = this.newTransactionId()
    Object.assign(trade, { state: 'SUCCESS', paidAt: this.now(), transactionId })
    return true
  }

  refund(wish: {
    refundNo: string
    outTradeNo: string
    amount: number
    total: number
    notifyUrl: string
  }): SimulatedRefund {
    const known = this.refunds.get(wish.refundNo)
    if (known) {
      if (known.amount !== wish.amount || known.outTradeNo !== wish.outTradeNo)
        throw new SimulatedChannelRefusal(400, 'INVALID_REQUEST')
      return known
    }
    const trade = this.require(wish.outTradeNo)
    if (trade.state !== 'SUCCESS' && trade.state !== 'REFUND')
      throw new SimulatedChannelRefusal(403, 'TRADE_STATE_ERROR')
    if (wish.total !== trade.total || wish.amount < 1) throw new SimulatedChannelRefusal(400, 'PARAM_ERROR')
    if (this.given(trade.outTradeNo) + wish.amount > trade.total)
      throw new SimulatedChannelRefusal(400, 'INVALID_REQUEST')
    if (this.refundOutcome === 'NOT_ENOUGH') throw new SimulatedChannelRefusal(403, 'NOT_ENOUGH')
    const { total: _, ...kept } = wish
    const refund: SimulatedRefund = {
      ...kept,
      refundId: `5030${randomBytes(8).toString('hex')}`,
      status: this.refundOutcome,
      at: this.now(),
    }
    this.refunds.set(refund.refundNo, refund)
    if (refund.status !== 'CLOSED') trade.state = 'REFUND'
    return refund
  }

  requireRefund(refundNo: string): SimulatedRefund {
    const refund = this.refunds.get(refundNo)
    if (!refund) throw new SimulatedChannelRefusal(404, 'RESOURCE_NOT_EXISTS')
    return refund
  }

  endRefund(refundNo: string, status: SimulatedRefundStatus): SimulatedRefund {
    const refund = this.requireRefund(refundNo)
    if (refund.status === 'SUCCESS' || refund.status === 'CLOSED') return refund
    refund.status = status
    const trade = this.require(refund.outTradeNo)
    if (status === 'CLOSED' && this.given(trade.outTradeNo) === 0) trade.state = 'SUCCESS'
    return refund
  }

  /** Returns the amount in fen that was or is being refunded for this payment. */
  given(outTradeNo: string): number {
    return [...this.refunds.values()]
      .filter((refund) => refund.outTradeNo === outTradeNo && refund.status !== 'CLOSED')
      .reduce((sum, { amount }) => sum + amount, 0)
  }

  protected find(outTradeNo: string): SimulatedTrade | undefined {
    const trade = this.trades.get(outTradeNo)
    const open = trade?.state === 'NOTPAY' || trade?.state === 'PAYERROR'
    if (trade && open && trade.expireAt <= this.now()) trade.state = 'CLOSED'
    return trade
  }
}

export function randomDigits(length: number): string {
  return BigInt(`0x${randomBytes(length).toString('hex')}`)
    .toString()
    .slice(0, length)
    .padStart(length, '0')
}
