import { randomBytes } from 'node:crypto'
import { Book, type Refund, Refused, randomDigits, type Trade } from '../book.ts'

/**
 * What Alipay would know. A QR that nobody has scanned is no trade: whoever asks for it or closes it hears that there is none,
 * and it can be paid until its time is over.
 */
export class AlipayBook extends Book {
  /** where the QRs lead */
  origin = ''

  protected override newCode(): string {
    return `${this.origin}/qr/${randomBytes(8).toString('hex')}`
  }

  protected override newTransactionId(): string {
    const day = new Date(this.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    return `${day.replaceAll('-', '')}22001${randomDigits(15)}`
  }

  /** Somebody's phone reads the QR. */
  scan(codeUrl: string): Trade | undefined {
    const found = [...this.trades.values()].find((trade) => trade.codeUrl === codeUrl)
    const trade = found && this.find(found.outTradeNo)
    if (trade?.state === 'NOTPAY') trade.scanned = true
    return trade
  }

  /** @throws Refused while nobody has scanned it */
  requireScanned(outTradeNo: string): Trade {
    const trade = this.require(outTradeNo)
    if (!trade.scanned) throw new Refused(404, 'ORDER_NOT_EXIST')
    return trade
  }

  override pay(outTradeNo: string, options: { succeeds?: boolean; force?: boolean } = {}): boolean {
    const trade = this.find(outTradeNo)
    if (trade && (trade.state !== 'CLOSED' || options.force)) trade.scanned = true
    // a try that fails leaves a trade that waits on
    return options.succeeds === false ? false : super.pay(outTradeNo, options)
  }

  override close(outTradeNo: string): void {
    const trade = this.requireScanned(outTradeNo)
    if (trade.state !== 'NOTPAY') throw new Refused(400, 'TRADE_STATE_ERROR')
    trade.state = 'CLOSED'
  }

  /** Null: the money did not move, and nothing is remembered. */
  giveBack(wish: { refundNo: string; outTradeNo: string; amount: number }): Refund | null {
    const { total, notifyUrl } = this.requireScanned(wish.outTradeNo)
    const known = this.refunds.has(wish.refundNo)
    if (!known && this.refundOutcome === 'CLOSED') return null
    if (!known && this.refundOutcome === 'ABNORMAL') throw new Refused(403, 'FINISHED')
    return this.refund({ ...wish, total, notifyUrl })
  }
}
