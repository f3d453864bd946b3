import { expect } from 'vitest'
import { readRefundNo } from '../../src/modules/order/numbers.ts'
import { channelOf, sumOf } from './balance.ts'
import type { Case, Sides } from './sides.ts'
import { dayOf, findCase, isBooked, unheardOf, wholeDay } from './unheard.ts'

/** One sum of a channel's day. */
interface Entry {
  channel: string
  day: string
  what: 'in' | 'back' | 'booked' | 'given' | 'differs' | 'unheard'
  fen: number
}

/**
 * At every moment, by channel and day: what came in less what went back = what we booked on this day + what its cases are about + what the portal
 * has not heard of yet. Once the day's bill was taken there is no payment that it has not heard of.
 */
export function requireDays(sides: Sides): void {
  const entries = entriesOf(sides)
  for (const key of new Set(entries.map(({ channel, day }) => `${channel} ${day}`))) {
    const here = entries.filter(({ channel, day }) => `${channel} ${day}` === key)
    const of = (what: Entry['what']) =>
      sumOf(here.filter((one) => one.what === what).map(({ fen }) => fen))
    const [came, back, booked, given] = [of('in'), of('back'), of('booked'), of('given')]
    const [differs, unheard] = [of('differs'), of('unheard')]
    const sums = { key, came, back, booked, given, differs, unheard }
    const missing = came - back - (booked - given) - differs - unheard
    expect({ ...sums, missing }).toEqual({ ...sums, missing: 0 })
  }
  const late = unheardOf(sides).filter(
    ({ kind, day, outTradeNo }) =>
      kind === 'PAYMENT' && sides.billed.has(`${channelOf(sides, outTradeNo)} ${day}`),
  )
  expect(late).toEqual([])
}

function entriesOf(sides: Sides): Entry[] {
  const { book, ours } = sides
  const entry = (outTradeNo: string, day: string, what: Entry['what'], fen: number): Entry => ({
    ...{ channel: channelOf(sides, outTradeNo), day, what, fen },
  })
  return [
    ...book.trades.map((one) => entry(one.outTradeNo, dayOf(one.paidAt), 'in', one.total)),
    ...book.refunds.map((one) => entry(one.outTradeNo, dayOf(one.at), 'back', one.amount)),
    ...ours.payments
      .filter(({ status }) => isBooked(status))
      .map((one) => entry(one.outTradeNo, dayOfPayment(sides, one), 'booked', one.amountFen)),
    ...ours.refunds
      .filter(({ status, dueFen }) => status === 'DONE' && dueFen > 0)
      .map((one) => entry(one.outTradeNo, dayOfRefund(sides, one), 'given', one.dueFen)),
    ...sides.cases.flatMap((one) => differencesOf(sides, one)),
    ...unheardOf(sides).map((one) => entry(one.outTradeNo, one.day, 'unheard', one.fen)),
  ]
}

/** The day of our books; while its bill is not there, and the channel said a time that could not be, the channel's own. */
function dayOfPayment(sides: Sides, { outTradeNo, channel, paidAt }: Sides['ours']['payments'][0]) {
  const trade = sides.book.trades.find((one) => one.outTradeNo === outTradeNo)
  const theirs = trade && dayOf(trade.paidAt)
  const isWrong = findCase(sides, ['CHANNEL_TIME'], outTradeNo)
  return theirs && isWrong && !sides.billed.has(`${channel} ${theirs}`) ? theirs : dayOf(paidAt)
}

function dayOfRefund(sides: Sides, { refundNo, channel, doneAt }: Sides['ours']['refunds'][0]) {
  const row = sides.book.refunds.find((one) => readRefundNo(one.refundNo).refundNo === refundNo)
  const theirs = row && dayOf(row.at)
  const isWrong = findCase(sides, ['CHANNEL_TIME'], refundNo)
  return theirs && isWrong && !sides.billed.has(`${channel} ${theirs}`) ? theirs : dayOf(doneAt)
}

/** about no sum of a day: of orders, of words, or of what is still to come */
const sumless: Case['kind'][] = ['REFUND_STUCK', 'NOTIFICATION', 'CHANNEL_TIME', 'RULE']

/** What a case says differs, but for what it has put into our books; on the days of its money. */
function differencesOf(sides: Sides, one: Case): Entry[] {
  if (sumless.includes(one.kind) || one.state === 'HEALED') return []
  if (one.kind === 'REFUND_TWICE') return givenTwice(sides, one)
  const paying = sides.decisions.filter(
    ({ caseId, outcome, state }) =>
      caseId === one.id && outcome === 'PAYS_ORDER' && state === 'APPROVED',
  )
  const fen = one.sumFen - sumOf(paying.map(({ amountFen }) => amountFen))
  return [{ channel: one.channel ?? 'NONE', day: dayOfCase(sides, one), what: 'differs', fen }]
}

/** Of a refund given by several numbers: what is beyond the one that is booked, on the days of the others. */
function givenTwice(sides: Sides, { subject, channel }: Case): Entry[] {
  const mine = sides.ours.refunds.find(({ refundNo }) => refundNo === subject)
  if (mine?.status !== 'DONE') return []
  const rows = sides.book.refunds.filter(
    ({ refundNo }) => readRefundNo(refundNo).refundNo === subject,
  )
  const entry = (day: string, fen: number): Entry[] =>
    fen === 0 ? [] : [{ channel: channel ?? 'NONE', day, what: 'differs', fen }]
  return [
    ...rows.flatMap(({ at, amount }) => entry(dayOf(at), -amount)),
    ...entry(dayOfRefund(sides, mine), mine.dueFen),
  ]
}

function dayOfCase(sides: Sides, one: Case): string {
  const { subject, day, channel } = one
  if (channel && day && wholeDay(sides, channel, day)?.id === one.id) return day
  const number = subject.split(' ').at(-1) ?? subject
  const trade = sides.book.trades.find(({ outTradeNo }) => outTradeNo === number)
  if (trade) return dayOf(trade.paidAt)
  const row = sides.book.refunds.find(({ refundNo }) => refundNo === number)
  if (row) return dayOf(row.at)
  const payment = sides.ours.payments.find(({ outTradeNo }) => outTradeNo === number)
  if (payment) return dayOf(payment.paidAt)
  const refund = sides.ours.refunds.find(({ refundNo }) => refundNo === number)
  return dayOf(refund?.doneAt ?? one.foundAt)
}
