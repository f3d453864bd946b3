import { randomBytes } from 'node:crypto'
import {
  randomDigits,
  SimulatedChannelBook,
  SimulatedChannelRefusal,
  type SimulatedRefund,
  type SimulatedTrade,
} from '../book.ts'

/** A QR code that nobody has scanned is no trade yet, but can be paid until it expires. */
export class SimulatedAlipayBook extends SimulatedChannelBook {
  origin = ''

  protected override newCode(): string {
    return `${this.origin}/qr/${randomBytes(8).toString('hex')}`
  }

  protected override newTransactionId(): string {
    const day = new Date(this.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    return `${day.replaceAll('-', '')}22001${randomDigits(15)}`
  }

  scan(codeUrl: string): SimulatedTrade | undefined {
    const found = [...this.trades.values()].find((trade) => trade.codeUrl === codeUrl)
    const trade = found && this.find(found.outTradeNo)
    if (trade?.state === 'NOTPAY') trade.scanned = true
    return trade
  }

  /** @throws SimulatedChannelRefusal while nobody has scanned the QR code. */
  requireScanned(outTradeNo: string): SimulatedTrade {
    const trade = this.require(outTradeNo)
    if (!trade.scanned) throw new SimulatedChannelRefusal(404, 'ORDER_NOT_EXIST')
    return trade
  }

  override pay(outTradeNo: string, options: { succeeds?: boolean; force?: boolean } = {}): boolean {
    const trade = this.find(outTradeNo)
    if (trade && (trade.state !== 'CLOSED' || options.force)) trade.scanned = true
    // A failed payment leaves a waiting trade.
    return options.succeeds === false ? false : super.pay(outTradeNo, options)
  }

  override close(outTradeNo: string): void {
    const trade = this.requireScanned(outTradeNo)
    if (trade.state !== 'NOTPAY') throw new SimulatedChannelRefusal(400, 'TRADE_STATE_ERROR')
    trade.state = 'CLOSED'
  }

  /** Refunds a trade. Returns null when no money moved. */
  giveBack(wish: { refundNo: string; outTradeNo: string; amount: number }): SimulatedRefund | null {
    const { total, notifyUrl } = this.requireScanned(wish.outTradeNo)
    const known = this.refunds.has(wish.refundNo)
    if (!known && this.refundOutcome === 'CLOSED') return null
    if (!known && this.refundOutcome === 'ABNORMAL') throw new SimulatedChannelRefusal(403, 'FINISHED')
    return this.refund({ ...wish, total, notifyUrl })
  }
}
