import { randomInt } from 'node:crypto'

const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** 22 characters: the second in Asia/Shanghai and eight random ones. */
export function newOrderNo(at: Date): string {
  const stamp = new Date(at.getTime() + 8 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14)
  const tail = Array.from({ length: 8 }, () => letters[randomInt(letters.length)])
  return stamp + tail.join('')
}

/** A channel accepts each number only once, so `place` counts the payments of the order. */
export function outTradeNoOf(orderNo: string, place = 1): string {
  return `${orderNo}P${place}`
}

/** `position` is the number of the order line; 1 also stands for the whole payment. */
export function refundNoOf(outTradeNo: string, position = 1): string {
  return position === 1 ? `R${outTradeNo}` : `R${outTradeNo}L${position}`
}

/** A refused refund is tried again under a new number. */
export function refundNoAtChannel(refund: { refundNo: string; attempt: number }): string {
  return refund.attempt === 1 ? refund.refundNo : `${refund.refundNo}A${refund.attempt}`
}

export function parseRefundNoAtChannel(atChannel: string): { refundNo: string; attempt: number } {
  const match = /^(.*)A(\d{1,4})$/.exec(atChannel)
  return match?.[1] && match[2]
    ? { refundNo: match[1], attempt: Number(match[2]) }
    : { refundNo: atChannel, attempt: 1 }
}
