import { parseRefundNoAtChannel } from '../../src/modules/money/order/numbers.ts'
import { shanghaiDay } from '../../src/platform/shanghai-day.ts'
import type { StoryCase, StorySides } from './callers.ts'

/** Money at a channel that neither a notification nor a bill has reported to the portal. */
export interface UnreportedMoney {
  outTradeNo: string
  kind: 'PAYMENT' | 'REFUND'
  day: string
  /** Amount by which the channel has more than our books and cases; negative when it has less. */
  fen: number
}

export const isBookedStatus = (status: string | undefined) => ['PAID', 'REFUNDING', 'REFUNDED'].includes(status ?? '')

export const shanghaiDayOrEpoch = (at: Date | number | null | undefined) => shanghaiDay(new Date(at ?? 0))

export function findStoryCase({ cases }: StorySides, kinds: StoryCase['kind'][], subject: string) {
  return cases.find((one) => kinds.includes(one.kind) && one.subject === subject)
}

/** Returns an amount of the channel's surplus with the sign of the money case. */
export const amountWithCaseSign = ({ sumFen }: StoryCase, fen: number) => (sumFen < 0 ? -fen : fen)

export function listUnreportedMoney(sides: StorySides): UnreportedMoney[] {
  return [...unheardPayments(sides), ...unheardRefunds(sides)].filter(({ fen }) => fen !== 0)
}

const ofPayments: StoryCase['kind'][] = ['NOT_BOOKED', 'UNKNOWN_PAYMENT', 'AMOUNT']

function unheardPayments(sides: StorySides): UnreportedMoney[] {
  const { book, ours } = sides
  const seen = book.trades.map(({ outTradeNo, total, paidAt }): UnreportedMoney => {
    const payment = ours.payments.find((one) => one.outTradeNo === outTradeNo)
    const told = findStoryCase(sides, ofPayments, outTradeNo)
    const booked = isBookedStatus(payment?.status)
    const expected = booked ? (payment?.totalFen ?? payment?.amountFen ?? 0) : 0
    const fen = told ? 0 : total - expected
    return { kind: 'PAYMENT', outTradeNo, day: shanghaiDayOrEpoch(paidAt), fen }
  })
  const gone = ours.payments
    .filter(({ status, outTradeNo }) => isBookedStatus(status) && !isIn(book.trades, outTradeNo))
    .map(({ outTradeNo, channel, paidAt, amountFen }): UnreportedMoney => {
      const day = shanghaiDayOrEpoch(paidAt)
      const told = findStoryCase(sides, ['NOT_AT_CHANNEL'], outTradeNo) ?? findWholeDayCase(sides, channel, day)
      return { kind: 'PAYMENT', outTradeNo, day, fen: told ? 0 : -amountFen }
    })
  return [...seen, ...gone]
}

const isIn = (rows: { outTradeNo: string }[], outTradeNo: string) => rows.some((one) => one.outTradeNo === outTradeNo)

/** The money case of a day with an empty bill, which covers the whole day. */
export const findWholeDayCase = (sides: StorySides, channel: string, day: string) =>
  findStoryCase(sides, ['NOT_AT_CHANNEL'], `${channel} ${day}`)

function unheardRefunds(sides: StorySides): UnreportedMoney[] {
  const { book, ours } = sides
  const seen = book.refunds.map(({ refundNo, outTradeNo, amount, at }): UnreportedMoney => {
    const { refundNo: base } = parseRefundNoAtChannel(refundNo)
    const mine = ours.refunds.find((one) => one.refundNo === base && one.outTradeNo === outTradeNo)
    const fen = mine ? ofOurs(sides, mine, refundNo, amount) : ofForeign(sides, outTradeNo, refundNo, amount)
    return { kind: 'REFUND', outTradeNo, day: shanghaiDayOrEpoch(at), fen: -fen }
  })
  const gone = ours.refunds
    .filter((mine) => mine.status === 'DONE' && mine.dueFen > 0 && !hasGiven(sides, mine))
    .map(({ refundNo, outTradeNo, channel, doneAt, dueFen }): UnreportedMoney => {
      const day = shanghaiDayOrEpoch(doneAt)
      const told = findStoryCase(sides, ['REFUND_NOT_AT_CHANNEL'], refundNo) ?? findWholeDayCase(sides, channel, day)
      return { kind: 'REFUND', outTradeNo, day, fen: told ? 0 : dueFen }
    })
  return [...seen, ...gone]
}

type Mine = StorySides['ours']['refunds'][number]

const hasGiven = ({ book }: StorySides, { refundNo, outTradeNo }: Mine) =>
  book.refunds.some(
    (one) => one.outTradeNo === outTradeNo && parseRefundNoAtChannel(one.refundNo).refundNo === refundNo,
  )

/** Money that the channel refunded under one of our numbers beyond what is booked and reported. */
function ofOurs(sides: StorySides, mine: Mine, refundNo: string, amount: number): number {
  if (findStoryCase(sides, ['REFUND_TWICE'], mine.refundNo)) return mine.status === 'DONE' ? 0 : amount
  const differs = findStoryCase(sides, ['REFUND_AMOUNT'], refundNo)
  // The money case already counts the difference from the due amount, so only the due amount is missing in the books.
  if (mine.status !== 'DONE' && differs) return mine.dueFen
  if (mine.status !== 'DONE') return findStoryCase(sides, ['REFUND_NOT_BOOKED'], refundNo) ? 0 : amount
  const notBooked = findStoryCase(sides, ['REFUND_NOT_BOOKED'], refundNo)
  if (differs || (notBooked && notBooked.state !== 'HEALED')) return 0
  return amount - mine.dueFen
}

function ofForeign(sides: StorySides, outTradeNo: string, refundNo: string, amount: number): number {
  if (findStoryCase(sides, ['REFUND_UNKNOWN'], `${outTradeNo} ${refundNo}`)) return 0
  const entered = sides.decisions.some(({ state, reference }) => state === 'APPROVED' && reference === refundNo)
  return entered ? 0 : amount
}
