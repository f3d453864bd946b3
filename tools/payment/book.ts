import { randomBytes } from 'node:crypto'

export type TradeState = 'NOTPAY' | 'SUCCESS' | 'CLOSED' | 'PAYERROR' | 'REFUND'
export type RefundStatus = 'PROCESSING' | 'SUCCESS' | 'ABNORMAL' | 'CLOSED'

/** by WeChat's QR · in a phone's browser · inside WeChat's own · by Alipay's QR */
export type TradeType = 'NATIVE' | 'MWEB' | 'JSAPI' | 'QR'

export interface Trade {
  type: TradeType
  outTradeNo: string
  description: string
  total: number
  /** what the QR holds; of MWEB: which order a browser comes for; of JSAPI: the prepay_id */
  codeUrl: string
  /** of JSAPI: whose openid it was placed for */
  payer?: string
  notifyUrl: string
  state: TradeState
  transactionId: string | null
  paidAt: number | null
  expireAt: number
  /** until when a browser may come */
  pageUntil: number
  /** of Alipay's: somebody has scanned it; before that only the QR exists */
  scanned?: boolean
}

export interface Refund {
  refundNo: string
  refundId: string
  outTradeNo: string
  amount: number
  notifyUrl: string
  status: RefundStatus
  at: number
}

/** The channel's refusal, by its code. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

/** What a channel would know of our merchant: the other book, which the portal's must agree with. */
export class Book {
  readonly trades = new Map<string, Trade>()
  readonly refunds = new Map<string, Refund>()
  /** what a refund becomes when it is asked for */
  refundOutcome: RefundStatus | 'NOT_ENOUGH' = 'SUCCESS'
  /** what other tills of the account have in every bill: cells by their titles, in place of usual ones */
  strangeRows: Record<string, string>[] = []
  /** ahead of the machine's clock, ms */
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
    type?: TradeType
    payer?: string
  }): Trade {
    const type = wish.type ?? 'NATIVE'
    const known = this.find(wish.outTradeNo)
    if (known) {
      const same = known.total === wish.total && known.type === type
      if (!same || known.payer !== wish.payer) throw new Refused(400, 'INVALID_REQUEST')
      if (known.state === 'SUCCESS' || known.state === 'REFUND') throw new Refused(400, 'ORDERPAID')
      if (known.state === 'CLOSED') throw new Refused(400, 'ORDER_CLOSED')
      return known
    }
    const fresh = { state: 'NOTPAY', transactionId: null, paidAt: null } as const
    const pageUntil = this.now() + 5 * 60_000
    const trade: Trade = { ...wish, ...fresh, type, codeUrl: this.newCode(type), pageUntil }
    this.trades.set(trade.outTradeNo, trade)
    return trade
  }

  protected newCode(type: TradeType): string {
    const random = randomBytes(6)
    return type === 'NATIVE'
      ? `weixin://wxpay/bizpayurl?pr=${random.toString('base64url')}`
      : `wx${random.toString('hex')}`
  }

  protected newTransactionId(): string {
    return `4200${randomDigits(24)}`
  }

  /** What a phone's browser comes for. */
  findPage(prepayId: string | null): Trade | undefined {
    const trade = [...this.trades.values()].find(
      ({ type, codeUrl }) => type === 'MWEB' && codeUrl === prepayId,
    )
    return trade && this.find(trade.outTradeNo)
  }

  /** What WeChat's own browser is asked to pay: `prepay_id=…`. */
  findPrepared(pack: string): Trade | undefined {
    const trade = [...this.trades.values()].find(
      ({ type, codeUrl }) => type === 'JSAPI' && `prepay_id=${codeUrl}` === pack,
    )
    return trade && this.find(trade.outTradeNo)
  }

  require(outTradeNo: string): Trade {
    const trade = this.find(outTradeNo)
    if (!trade) throw new Refused(404, 'ORDER_NOT_EXIST')
    return trade
  }

  close(outTradeNo: string): void {
    const trade = this.require(outTradeNo)
    if (trade.state === 'SUCCESS' || trade.state === 'REFUND') throw new Refused(400, 'ORDERPAID')
    trade.state = 'CLOSED'
  }

  /** Somebody scans and pays. `force`: also what is closed, as it happens in the world. @returns whether money moved */
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
  }): Refund {
    const known = this.refunds.get(wish.refundNo)
    if (known) {
      if (known.amount !== wish.amount || known.outTradeNo !== wish.outTradeNo)
        throw new Refused(400, 'INVALID_REQUEST')
      return known
    }
    const trade = this.require(wish.outTradeNo)
    if (trade.state !== 'SUCCESS' && trade.state !== 'REFUND')
      throw new Refused(403, 'TRADE_STATE_ERROR')
    if (wish.total !== trade.total || wish.amount < 1) throw new Refused(400, 'PARAM_ERROR')
    if (this.given(trade.outTradeNo) + wish.amount > trade.total)
      throw new Refused(400, 'INVALID_REQUEST')
    if (this.refundOutcome === 'NOT_ENOUGH') throw new Refused(403, 'NOT_ENOUGH')
    const { total: _, ...kept } = wish
    const refund: Refund = {
      ...kept,
      refundId: `5030${randomBytes(8).toString('hex')}`,
      status: this.refundOutcome,
      at: this.now(),
    }
    this.refunds.set(refund.refundNo, refund)
    if (refund.status !== 'CLOSED') trade.state = 'REFUND'
    return refund
  }

  requireRefund(refundNo: string): Refund {
    const refund = this.refunds.get(refundNo)
    if (!refund) throw new Refused(404, 'RESOURCE_NOT_EXISTS')
    return refund
  }

  /** A refund that was under way comes to its end. */
  endRefund(refundNo: string, status: RefundStatus): Refund {
    const refund = this.requireRefund(refundNo)
    if (refund.status === 'SUCCESS' || refund.status === 'CLOSED') return refund
    refund.status = status
    const trade = this.require(refund.outTradeNo)
    if (status === 'CLOSED' && this.given(trade.outTradeNo) === 0) trade.state = 'SUCCESS'
    return refund
  }

  /** How much of a payment is back, or on its way. */
  given(outTradeNo: string): number {
    return [...this.refunds.values()]
      .filter((refund) => refund.outTradeNo === outTradeNo && refund.status !== 'CLOSED')
      .reduce((sum, { amount }) => sum + amount, 0)
  }

  /** A code_url dies with its order's time. */
  protected find(outTradeNo: string): Trade | undefined {
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
