import { expect } from 'vitest'
import { parseRefundNoAtChannel } from '../../src/modules/money/order/numbers.ts'
import { findChannelOfPayment, sumFen } from './balance.ts'
import type { StoryCase, StorySides } from './callers.ts'
import {
  findStoryCase,
  findWholeDayCase,
  isBookedStatus,
  listUnreportedMoney,
  shanghaiDayOrEpoch,
} from './missed-notifications.ts'

interface Entry {
  channel: string
  day: string
  what: 'in' | 'back' | 'booked' | 'given' | 'differs' | 'unheard'
  fen: number
}

/** For each channel and day: money in − refunds = booked + amounts of its cases + not yet reported. */
export function requireDailyBalance(sides: StorySides): void {
  const entries = entriesOf(sides)
  for (const key of new Set(entries.map(({ channel, day }) => `${channel} ${day}`))) {
    const here = entries.filter(({ channel, day }) => `${channel} ${day}` === key)
    const of = (what: Entry['what']) => sumFen(here.filter((one) => one.what === what).map(({ fen }) => fen))
    const [came, back, booked, given] = [of('in'), of('back'), of('booked'), of('given')]
    const [differs, unheard] = [of('differs'), of('unheard')]
    const sums = { key, came, back, booked, given, differs, unheard }
    const missing = came - back - (booked - given) - differs - unheard
    expect({ ...sums, missing }).toEqual({ ...sums, missing: 0 })
  }
  const late = listUnreportedMoney(sides).filter(
    ({ kind, day, outTradeNo }) =>
      kind === 'PAYMENT' && sides.billed.has(`${findChannelOfPayment(sides, outTradeNo)} ${day}`),
  )
  expect(late).toEqual([])
}

function entriesOf(sides: StorySides): Entry[] {
  const { book, ours } = sides
  const entry = (outTradeNo: string, day: string, what: Entry['what'], fen: number): Entry => ({
    ...{ channel: findChannelOfPayment(sides, outTradeNo), day, what, fen },
  })
  return [
    ...book.trades.map((one) => entry(one.outTradeNo, shanghaiDayOrEpoch(one.paidAt), 'in', one.total)),
    ...book.refunds.map((one) => entry(one.outTradeNo, shanghaiDayOrEpoch(one.at), 'back', one.amount)),
    ...ours.payments
      .filter(({ status }) => isBookedStatus(status))
      .map((one) => entry(one.outTradeNo, dayOfPayment(sides, one), 'booked', one.amountFen)),
    ...ours.refunds
      .filter(({ status, dueFen }) => status === 'DONE' && dueFen > 0)
      .map((one) => entry(one.outTradeNo, dayOfRefund(sides, one), 'given', one.dueFen)),
    ...sides.cases.flatMap((one) => differencesOf(sides, one)),
    ...listUnreportedMoney(sides).map((one) => entry(one.outTradeNo, one.day, 'unheard', one.fen)),
  ]
}

/** A payment with an impossible time counts on the day in the channel's book until the bill of that day arrives. */
function dayOfPayment(sides: StorySides, { outTradeNo, channel, paidAt }: StorySides['ours']['payments'][0]) {
  const trade = sides.book.trades.find((one) => one.outTradeNo === outTradeNo)
  const theirs = trade && shanghaiDayOrEpoch(trade.paidAt)
  const isWrong = findStoryCase(sides, ['CHANNEL_TIME'], outTradeNo)
  return theirs && isWrong && !sides.billed.has(`${channel} ${theirs}`) ? theirs : shanghaiDayOrEpoch(paidAt)
}

function dayOfRefund(sides: StorySides, { refundNo, channel, doneAt }: StorySides['ours']['refunds'][0]) {
  const row = sides.book.refunds.find((one) => parseRefundNoAtChannel(one.refundNo).refundNo === refundNo)
  const theirs = row && shanghaiDayOrEpoch(row.at)
  const isWrong = findStoryCase(sides, ['CHANNEL_TIME'], refundNo)
  return theirs && isWrong && !sides.billed.has(`${channel} ${theirs}`) ? theirs : shanghaiDayOrEpoch(doneAt)
}

/** Kinds of money cases without an amount that counts on a day. */
const sumless: StoryCase['kind'][] = ['REFUND_STUCK', 'NOTIFICATION', 'CHANNEL_TIME', 'RULE']

/** The part of a case's amount that is not booked yet, on the day of its money. */
function differencesOf(sides: StorySides, one: StoryCase): Entry[] {
  if (sumless.includes(one.kind) || one.state === 'HEALED') return []
  if (one.kind === 'REFUND_TWICE') return givenTwice(sides, one)
  const paying = sides.decisions.filter(
    ({ caseId, outcome, state }) => caseId === one.id && outcome === 'PAYS_ORDER' && state === 'APPROVED',
  )
  const fen = one.sumFen - sumFen(paying.map(({ amountFen }) => amountFen))
  return [{ channel: one.channel ?? 'NONE', day: dayOfCase(sides, one), what: 'differs', fen }]
}

/**
 * A refund that the channel made under several numbers: each number counts on its own day, and the due amount counts
 * once.
 */
function givenTwice(sides: StorySides, { subject, channel }: StoryCase): Entry[] {
  const mine = sides.ours.refunds.find(({ refundNo }) => refundNo === subject)
  if (mine?.status !== 'DONE') return []
  const rows = sides.book.refunds.filter(({ refundNo }) => parseRefundNoAtChannel(refundNo).refundNo === subject)
  const entry = (day: string, fen: number): Entry[] =>
    fen === 0 ? [] : [{ channel: channel ?? 'NONE', day, what: 'differs', fen }]
  return [
    ...rows.flatMap(({ at, amount }) => entry(shanghaiDayOrEpoch(at), -amount)),
    ...entry(dayOfRefund(sides, mine), mine.dueFen),
  ]
}

function dayOfCase(sides: StorySides, one: StoryCase): string {
  const { subject, day, channel } = one
  if (channel && day && findWholeDayCase(sides, channel, day)?.id === one.id) return day
  const number = subject.split(' ').at(-1) ?? subject
  const trade = sides.book.trades.find(({ outTradeNo }) => outTradeNo === number)
  if (trade) return shanghaiDayOrEpoch(trade.paidAt)
  const row = sides.book.refunds.find(({ refundNo }) => refundNo === number)
  if (row) return shanghaiDayOrEpoch(row.at)
  const payment = sides.ours.payments.find(({ outTradeNo }) => outTradeNo === number)
  if (payment) return shanghaiDayOrEpoch(payment.paidAt)
  const refund = sides.ours.refunds.find(({ refundNo }) => refundNo === number)
  return shanghaiDayOrEpoch(refund?.doneAt ?? one.foundAt)
}
