import { sql } from 'kysely'
import { expect } from 'vitest'
import { readRefundNo } from '../../src/modules/order/numbers.ts'
import { restOf } from '../../src/modules/order/store/cases.ts'
import type { Deps } from '../../src/platform/deps.ts'
import { shanghaiDay } from '../../src/platform/shanghai-day.ts'
import { channelBook } from '../factories/wechat.ts'
import { casesOf } from './case-moves.ts'
import { channelOrdersOf } from './channel-orders.ts'
import { ordersOf, type Story } from './story.ts'

type World = Pick<Deps, 'db'>

/** The channels' side of a story, with the times of the simulator's own book. */
async function bookOf(told: Story, orderNos: string[]) {
  const book = await channelBook(...channelOrdersOf(...orderNos), ...told.strangers)
  const trades = book.trades.filter(({ state }) => state === 'SUCCESS' || state === 'REFUND')
  const refunds = book.refunds.filter(({ status }) => status === 'SUCCESS')
  return { trades: trades.map(withTimes), refunds: refunds.map(withTimes) }
}

/** The simulator answers with its rows as they are. */
function withTimes<Row extends object>(row: Row): Row & { paidAt?: number; at?: number } {
  return row
}

/** Our side of it. */
async function booksOf({ db }: World, orderNos: string[]) {
  const among = ['', ...orderNos]
  const payments = await db
    .selectFrom('payment')
    .select(['outTradeNo', 'channel', 'status', 'paidAt', 'orderNo'])
    .where('orderNo', 'in', among)
    .execute()
  const refunds = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.outTradeNo', 'refund.outTradeNo')
    .select(['refund.refundNo', 'refund.outTradeNo', 'refund.status', 'refund.doneAt', 'channel'])
    .select(sql<number>`refund_due_fen(refund.refund_no)::float8`.as('dueFen'))
    .where('payment.orderNo', 'in', among)
    .execute()
  const kept = await db
    .selectFrom('keptLine')
    .innerJoin('payment', (join) =>
      join.onRef('payment.orderNo', '=', 'keptLine.orderNo').on('payment.status', '=', 'PAID'),
    )
    .select(['payment.channel', sql<number>`kept_line.amount_fen::float8`.as('fen')])
    .where('keptLine.orderNo', 'in', among)
    .execute()
  return { payments, refunds, kept }
}

const sumOf = (amounts: number[]) => amounts.reduce((total, fen) => total + fen, 0)
const isBooked = (status: string | undefined) =>
  ['PAID', 'REFUNDING', 'REFUNDED'].includes(status ?? '')

/** Both sides of a story, its cases and what was decided about them. */
async function sidesOf(all: World, told: Story) {
  const orderNos = (await ordersOf(all, told)).map(({ orderNo }) => orderNo)
  const [book, ours] = [await bookOf(told, orderNos), await booksOf(all, orderNos)]
  const cases = await casesOf(all, { ...told, orders: orderNos })
  const decisions = await all.db
    .selectFrom('moneyDecision')
    .selectAll()
    .where('caseId', 'in', [nobody, ...cases.map(({ id }) => id)])
    .where('state', '=', 'APPROVED')
    .execute()
  return { strangers: told.strangers, book, ours, cases, decisions }
}
type Sides = Awaited<ReturnType<typeof sidesOf>>
type Case = Sides['cases'][number]

/** a list for SQL is never empty */
const nobody = '00000000-0000-0000-0000-000000000000'

function channelOf({ strangers, ours }: Sides, outTradeNo: string): string {
  const here = [...strangers, ...ours.payments].find((one) => one.outTradeNo === outTradeNo)
  return here?.channel ?? 'NONE'
}

const hasCase = ({ cases }: Sides, kind: Case['kind'], subject: string) =>
  cases.some((one) => one.kind === kind && one.subject === subject)

/** Money that moved at the channel, and of which neither a notice nor a bill has told yet. */
function unheardOf(sides: Sides, { trades, refunds }: Sides['book']) {
  const { ours } = sides
  const paid = trades.filter(({ outTradeNo }) => {
    const payment = ours.payments.find((one) => one.outTradeNo === outTradeNo)
    const told =
      hasCase(sides, 'NOT_BOOKED', outTradeNo) || hasCase(sides, 'UNKNOWN_PAYMENT', outTradeNo)
    return !isBooked(payment?.status) && !told
  })
  const back = refunds.filter(({ refundNo, outTradeNo }) => {
    const { refundNo: base } = readRefundNo(refundNo)
    const mine = ours.refunds.find((one) => one.refundNo === base && one.outTradeNo === outTradeNo)
    if (mine) return mine.status !== 'DONE' && !hasCase(sides, 'REFUND_NOT_BOOKED', refundNo)
    return !hasCase(sides, 'REFUND_UNKNOWN', `${outTradeNo} ${refundNo}`)
  })
  return {
    in: sumOf(paid.map(({ total }) => total)),
    back: sumOf(back.map(({ amount }) => amount)),
  }
}

/** What the channel has more than our books, in the case's own direction. */
const signed = ({ sumFen }: Case, fen: number) => (sumFen < 0 ? -fen : fen)

/** What decisions settled with money that is not at the channel, or not in our orders. */
function settledOf({ decisions, book }: Sides, here: Case[]): number {
  const known = new Set(book.refunds.map(({ refundNo }) => refundNo))
  return sumOf(
    decisions.map(({ caseId, counterId, outcome, amountFen, reference }) => {
      const one = here.find(({ id }) => id === caseId)
      if (!one) return 0
      if (outcome === 'KEPT') return amountFen
      if (outcome === 'WRITTEN_OFF') return -amountFen
      if (outcome === 'CONFIRMED') return signed(one, amountFen)
      // a number of the channel's own is a refund there, and no transfer
      if (counterId !== null || known.has(reference ?? '')) return 0
      if (outcome === 'RETURNED') return amountFen
      return outcome === 'RECOVERED' ? -amountFen : 0
    }),
  )
}

/**
 * At every moment, by channel: money in − money returned = what paid orders keep + what is still to be given back + what open cases are about
 * + what decisions settled beside the channel + what the portal has not heard of yet.
 */
export async function requireBalance(all: World, told: Story): Promise<void> {
  const sides = await sidesOf(all, told)
  const { ours, book } = sides
  for (const channel of ['WECHAT', 'ALIPAY', 'NONE']) {
    const isHere = (one: { outTradeNo: string }) => channelOf(sides, one.outTradeNo) === channel
    const [trades, refunds] = [book.trades.filter(isHere), book.refunds.filter(isHere)]
    const ofChannel = <Row extends { channel: string | null }>(rows: Row[]) =>
      rows.filter((one) => one.channel === channel)
    const cases = ofChannel(sides.cases)
    // a stuck refund is among what is still to be given back
    const open = cases.filter(({ state, kind }) => state === 'OPEN' && kind !== 'REFUND_STUCK')
    const due = ofChannel(ours.refunds).filter(({ status }) => status !== 'DONE')
    const unheard = unheardOf(sides, { trades, refunds })
    const sums = {
      channel,
      in: sumOf(trades.map(({ total }) => total)),
      back: sumOf(refunds.map(({ amount }) => amount)),
      kept: sumOf(ofChannel(ours.kept).map(({ fen }) => fen)),
      due: sumOf(due.map(({ dueFen }) => dueFen)),
      open: sumOf(open.map((one) => signed(one, restOf(one)))),
      settled: settledOf(sides, cases),
      unheard: unheard.in - unheard.back,
    }
    const explained = sums.kept + sums.due + sums.open + sums.settled + sums.unheard
    expect({ ...sums, missing: sums.in - sums.back - explained }).toEqual({ ...sums, missing: 0 })
  }
}

/** Every payment and refund that is booked is booked on the day of its channel, and so is the order that it paid. */
export async function requireDays(all: World, told: Story): Promise<void> {
  const orders = await ordersOf(all, told)
  const orderNos = orders.map(({ orderNo }) => orderNo)
  const [book, ours] = [await bookOf(told, orderNos), await booksOf(all, orderNos)]
  for (const { outTradeNo, paidAt } of book.trades) {
    const payment = ours.payments.find((one) => one.outTradeNo === outTradeNo)
    if (!payment?.paidAt || !isBooked(payment.status)) continue
    expect(shanghaiDay(payment.paidAt)).toBe(shanghaiDay(new Date(paidAt ?? 0)))
  }
  for (const { refundNo, outTradeNo, at } of book.refunds) {
    const { refundNo: base } = readRefundNo(refundNo)
    const mine = ours.refunds.find((one) => one.refundNo === base && one.outTradeNo === outTradeNo)
    if (!mine?.doneAt || mine.dueFen === 0) continue
    expect(shanghaiDay(mine.doneAt)).toBe(shanghaiDay(new Date(at ?? 0)))
  }
  const paid = await all.db
    .selectFrom('orders')
    .innerJoin('payment', 'payment.orderNo', 'orders.orderNo')
    .select(['orders.paidAt', 'payment.paidAt as bookedAt'])
    .where('orders.orderNo', 'in', ['', ...orderNos])
    .where('orders.status', '=', 'PAID')
    .where('payment.status', '=', 'PAID')
    .execute()
  for (const { paidAt, bookedAt } of paid) expect(paidAt).toEqual(bookedAt)
}

/** Which kinds of cases a story came to, and how they were decided. */
export async function reached(all: World, told: Story): Promise<string[]> {
  const orderNos = (await ordersOf(all, told)).map(({ orderNo }) => orderNo)
  const cases = await casesOf(all, { ...told, orders: orderNos })
  const decisions = await all.db
    .selectFrom('moneyDecision')
    .select(['outcome', 'state'])
    .where('caseId', 'in', [nobody, ...cases.map(({ id }) => id)])
    .execute()
  return [
    ...cases.map(({ kind, state }) => `case ${kind} ${state}`),
    ...cases.flatMap(({ reopenedAt }) => (reopenedAt ? ['case reopened'] : [])),
    ...decisions.map(({ outcome, state }) => `decision ${outcome} ${state}`),
  ]
}
