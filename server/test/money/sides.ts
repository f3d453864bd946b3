import { sql } from 'kysely'
import type { Deps } from '../../src/platform/deps.ts'
import { channelBook } from '../factories/wechat.ts'
import { channelOrdersOf } from './channel-orders.ts'
import { ordersOf, type Story } from './story.ts'
import { casesOf } from './story-cases.ts'

type World = Pick<Deps, 'db'>

/** The channels' side of a story, with the times of the simulator's own book. */
async function bookOf(told: Story, orderNos: string[]) {
  const { trades, refunds } = await channelBook(...channelOrdersOf(...orderNos), ...told.strangers)
  return {
    all: trades,
    trades: trades.filter(({ state }) => state === 'SUCCESS' || state === 'REFUND').map(withTimes),
    refunds: refunds.filter(({ status }) => status === 'SUCCESS').map(withTimes),
  }
}

/** The simulator answers with its rows as they are. */
function withTimes<Row extends object>(row: Row): Row & { paidAt?: number; at?: number } {
  return row
}

/** Our side of it. */
async function booksOf({ db }: World, orderNos: string[]) {
  const among = ['', ...orderNos]
  const [payments, refunds, kept] = await Promise.all([
    db
      .selectFrom('payment')
      .select(['outTradeNo', 'channel', 'status', 'paidAt', 'orderNo', 'amountFen', 'totalFen'])
      .where('orderNo', 'in', among)
      .execute(),
    db
      .selectFrom('refund')
      .innerJoin('payment', 'payment.outTradeNo', 'refund.outTradeNo')
      .select(['refund.refundNo', 'refund.outTradeNo', 'refund.status', 'refund.doneAt', 'channel'])
      .select(sql<number>`refund_due_fen(refund.refund_no)::float8`.as('dueFen'))
      .where('payment.orderNo', 'in', among)
      .execute(),
    db
      .selectFrom('keptLine')
      .innerJoin('payment', (join) =>
        join.onRef('payment.orderNo', '=', 'keptLine.orderNo').on('payment.status', '=', 'PAID'),
      )
      .select(['payment.channel', sql<number>`kept_line.amount_fen::float8`.as('fen')])
      .where('keptLine.orderNo', 'in', among)
      .execute(),
  ])
  return { payments, refunds, kept }
}

/** a list for SQL is never empty */
export const nobody = '00000000-0000-0000-0000-000000000000'

/** The days of channels whose bill was taken since the story began. */
async function billedSince({ db }: World, { since }: Story): Promise<Set<string>> {
  const rows = await db
    .selectFrom('bill')
    .select(['channel', sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day')])
    .where('day', '>=', sql<string>`shanghai_date(${since}::timestamptz)`)
    .execute()
  return new Set(rows.map(({ channel, day }) => `${channel} ${day}`))
}

/** Both sides of a story as they are now, its cases and what was decided about them. */
export async function sidesOf(all: World, told: Story) {
  const orders = await ordersOf(all, told)
  const orderNos = orders.map(({ orderNo }) => orderNo)
  const [book, ours, cases, billed] = await Promise.all([
    bookOf(told, orderNos),
    booksOf(all, orderNos),
    casesOf(all, { ...told, orders: orderNos }),
    billedSince(all, told),
  ])
  const decisions = await all.db
    .selectFrom('moneyDecision')
    .selectAll()
    .where('caseId', 'in', [nobody, ...cases.map(({ id }) => id)])
    .execute()
  return { strangers: told.strangers, orders, book, ours, cases, billed, decisions }
}

export type Sides = Awaited<ReturnType<typeof sidesOf>>
export type Case = Sides['cases'][number]
