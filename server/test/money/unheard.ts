import { readRefundNo } from '../../src/modules/order/numbers.ts'
import { shanghaiDay } from '../../src/platform/shanghai-day.ts'
import type { Case, Sides } from './sides.ts'

/** Money that moved at a channel, or did not, and of which neither a notice nor a bill has told the portal yet. */
export interface Unheard {
  outTradeNo: string
  kind: 'PAYMENT' | 'REFUND'
  day: string
  /** what the channel has more than our books and their cases; less: negative */
  fen: number
}

export const isBooked = (status: string | undefined) =>
  ['PAID', 'REFUNDING', 'REFUNDED'].includes(status ?? '')

export const dayOf = (at: Date | number | null | undefined) => shanghaiDay(new Date(at ?? 0))

export function findCase({ cases }: Sides, kinds: Case['kind'][], subject: string) {
  return cases.find((one) => kinds.includes(one.kind) && one.subject === subject)
}

/** What the channel has more than our books, in the case's own direction. */
export const signed = ({ sumFen }: Case, fen: number) => (sumFen < 0 ? -fen : fen)

export function unheardOf(sides: Sides): Unheard[] {
  return [...unheardPayments(sides), ...unheardRefunds(sides)].filter(({ fen }) => fen !== 0)
}

const ofPayments: Case['kind'][] = ['NOT_BOOKED', 'UNKNOWN_PAYMENT', 'AMOUNT']

function unheardPayments(sides: Sides): Unheard[] {
  const { book, ours } = sides
  const seen = book.trades.map(({ outTradeNo, total, paidAt }): Unheard => {
    const payment = ours.payments.find((one) => one.outTradeNo === outTradeNo)
    const told = findCase(sides, ofPayments, outTradeNo)
    const booked = isBooked(payment?.status)
    const expected = booked ? (payment?.totalFen ?? payment?.amountFen ?? 0) : 0
    const fen = told ? 0 : total - expected
    return { kind: 'PAYMENT', outTradeNo, day: dayOf(paidAt), fen }
  })
  // booked, and gone from the channel's book
  const gone = ours.payments
    .filter(({ status, outTradeNo }) => isBooked(status) && !isIn(book.trades, outTradeNo))
    .map(({ outTradeNo, channel, paidAt, amountFen }): Unheard => {
      const day = dayOf(paidAt)
      const told = findCase(sides, ['NOT_AT_CHANNEL'], outTradeNo) ?? wholeDay(sides, channel, day)
      return { kind: 'PAYMENT', outTradeNo, day, fen: told ? 0 : -amountFen }
    })
  return [...seen, ...gone]
}

const isIn = (rows: { outTradeNo: string }[], outTradeNo: string) =>
  rows.some((one) => one.outTradeNo === outTradeNo)

/** The case of a day whose bill is empty: it is about everything of the day. */
export const wholeDay = (sides: Sides, channel: string, day: string) =>
  findCase(sides, ['NOT_AT_CHANNEL'], `${channel} ${day}`)

function unheardRefunds(sides: Sides): Unheard[] {
  const { book, ours } = sides
  const seen = book.refunds.map(({ refundNo, outTradeNo, amount, at }): Unheard => {
    const { refundNo: base } = readRefundNo(refundNo)
    const mine = ours.refunds.find((one) => one.refundNo === base && one.outTradeNo === outTradeNo)
    const fen = mine
      ? ofOurs(sides, mine, refundNo, amount)
      : ofForeign(sides, outTradeNo, refundNo, amount)
    return { kind: 'REFUND', outTradeNo, day: dayOf(at), fen: -fen }
  })
  const gone = ours.refunds
    .filter((mine) => mine.status === 'DONE' && mine.dueFen > 0 && !hasGiven(sides, mine))
    .map(({ refundNo, outTradeNo, channel, doneAt, dueFen }): Unheard => {
      const day = dayOf(doneAt)
      const told =
        findCase(sides, ['REFUND_NOT_AT_CHANNEL'], refundNo) ?? wholeDay(sides, channel, day)
      return { kind: 'REFUND', outTradeNo, day, fen: told ? 0 : dueFen }
    })
  return [...seen, ...gone]
}

type Mine = Sides['ours']['refunds'][number]

const hasGiven = ({ book }: Sides, { refundNo, outTradeNo }: Mine) =>
  book.refunds.some(
    (one) => one.outTradeNo === outTradeNo && readRefundNo(one.refundNo).refundNo === refundNo,
  )

/** What the channel gave by a number of ours beyond what is booked of it and told of. */
function ofOurs(sides: Sides, mine: Mine, refundNo: string, amount: number): number {
  if (findCase(sides, ['REFUND_TWICE'], mine.refundNo)) return mine.status === 'DONE' ? 0 : amount
  const differs = findCase(sides, ['REFUND_AMOUNT'], refundNo)
  // the case says what differs from what is due; that itself is not booked yet
  if (mine.status !== 'DONE' && differs) return mine.dueFen
  if (mine.status !== 'DONE') return findCase(sides, ['REFUND_NOT_BOOKED'], refundNo) ? 0 : amount
  const notBooked = findCase(sides, ['REFUND_NOT_BOOKED'], refundNo)
  if (differs || (notBooked && notBooked.state !== 'HEALED')) return 0
  return amount - mine.dueFen
}

function ofForeign(sides: Sides, outTradeNo: string, refundNo: string, amount: number): number {
  if (findCase(sides, ['REFUND_UNKNOWN'], `${outTradeNo} ${refundNo}`)) return 0
  const entered = sides.decisions.some(
    ({ state, reference }) => state === 'APPROVED' && reference === refundNo,
  )
  return entered ? 0 : amount
}
