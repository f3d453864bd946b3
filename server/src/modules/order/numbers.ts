import { randomInt } from 'node:crypto'

const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** 22 characters: the Shanghai second it was made in, and eight nobody can guess. */
export function newOrderNo(at: Date): string {
  const stamp = new Date(at.getTime() + 8 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14)
  const tail = Array.from({ length: 8 }, () => letters[randomInt(letters.length)])
  return stamp + tail.join('')
}

/** Of the order's n-th channel order; a number is used once at a channel (domain §4.1). */
export function outTradeNoOf(orderNo: string, place = 1): string {
  return `${orderNo}P${place}`
}

/** Of a whole payment, and of its order's first line: the one goes back, or the other. */
export function refundNoOf(outTradeNo: string, position = 1): string {
  return position === 1 ? `R${outTradeNo}` : `R${outTradeNo}L${position}`
}

/** A try that the channel refused for good is followed by another, under a number of its own. */
export function refundNoAtChannel(refund: { refundNo: string; attempt: number }): string {
  return refund.attempt === 1 ? refund.refundNo : `${refund.refundNo}A${refund.attempt}`
}

/** The other way round. */
export function readRefundNo(atChannel: string): { refundNo: string; attempt: number } {
  const match = /^(.*)A(\d{1,4})$/.exec(atChannel)
  return match?.[1] && match[2]
    ? { refundNo: match[1], attempt: Number(match[2]) }
    : { refundNo: atChannel, attempt: 1 }
}
