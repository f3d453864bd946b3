import { sql } from 'kysely'
import type { Deps } from '../../src/platform/deps.ts'
import { readChannelBook } from '../factories/wechat.ts'
import { listPossibleChannelOrders } from './channel-orders.ts'
import { listStoryOrders, type MoneyStory } from './story.ts'
import { listStoryCases } from './story-cases.ts'

type World = Pick<Deps, 'db'>

async function bookOf(told: MoneyStory, orderNos: string[]) {
  const { trades, refunds } = await readChannelBook(...listPossibleChannelOrders(...orderNos), ...told.strangers)
  return {
    all: trades,
    trades: trades.filter(({ state }) => state === 'SUCCESS' || state === 'REFUND').map(withTimes),
    refunds: refunds.filter(({ status }) => status === 'SUCCESS').map(withTimes),
  }
}

function withTimes<Row extends object>(row: Row): Row & { paidAt?: number; at?: number } {
  return row
}

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

/** An id that no row has. It fills a list in SQL that would otherwise be empty, which is not allowed. */
export const unknownUuid = '00000000-0000-0000-0000-000000000000'

async function billedSince({ db }: World, { since }: MoneyStory): Promise<Set<string>> {
  const rows = await db
    .selectFrom('bill')
    .select(['channel', sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day')])
    .where('day', '>=', sql<string>`shanghai_date(${since}::timestamptz)`)
    .execute()
  return new Set(rows.map(({ channel, day }) => `${channel} ${day}`))
}

export async function readStorySides(all: World, told: MoneyStory) {
  const orders = await listStoryOrders(all, told)
  const orderNos = orders.map(({ orderNo }) => orderNo)
  const [book, ours, cases, billed] = await Promise.all([
    bookOf(told, orderNos),
    booksOf(all, orderNos),
    listStoryCases(all, { ...told, orders: orderNos }),
    billedSince(all, told),
  ])
  const decisions = await all.db
    .selectFrom('moneyDecision')
    .selectAll()
    .where('caseId', 'in', [unknownUuid, ...cases.map(({ id }) => id)])
    .execute()
  return { strangers: told.strangers, orders, book, ours, cases, billed, decisions }
}

export type StorySides = Awaited<ReturnType<typeof readStorySides>>
export type StoryCase = StorySides['cases'][number]
