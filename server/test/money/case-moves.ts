import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { outcomesOf } from '../../src/modules/order/case-rules.ts'
import {
  decideCase,
  proposeDecision,
  withdrawDecision,
} from '../../src/modules/order/service/decide-case.ts'
import { reconcile } from '../../src/modules/order/service/reconcile.ts'
import { reopenCase } from '../../src/modules/order/service/reopen-case.ts'
import { type MoneyCase, restOf } from '../../src/modules/order/store/cases.ts'
import type { StaffAtWork } from '../../src/platform/staff-calls.ts'
import { nextBills } from '../factories/bills.ts'
import { clerk, evidence } from '../factories/money-case.ts'
import { channelBook, control, type Message, passTimeEverywhere } from '../factories/wechat.ts'
import { deps } from '../world.ts'
import { channelOrdersOf } from './channel-orders.ts'
import type { Step, Story } from './story.ts'
import { casesOf } from './story-cases.ts'

interface Clerk {
  staff: StaffAtWork
  /** what proves a sum */
  fileId: string
}

let hired: Promise<[Clerk, Clerk]> | null = null

/** Two of finance: one proposes, the other agrees. */
function clerks(): Promise<[Clerk, Clerk]> {
  const hire = async (): Promise<Clerk> => {
    const { id: staffId, username, token } = await clerk()
    const staff = {
      staffId,
      username,
      name: '财务',
      permissions: new Set(['finance.refund' as const]),
      tokenHash: '',
      ip: '127.0.0.1',
    }
    return { staff: staff as StaffAtWork, fileId: await evidence(token) }
  }
  hired ??= (async (): Promise<[Clerk, Clerk]> => [await hire(), await hire()])()
  return hired
}

export const choose = <Item>(list: readonly Item[], pick: number): Item | undefined =>
  list[pick % Math.max(1, list.length)]

/** One choice of several that a pick makes: each is independent of the others. */
const nth = (pick: number, place: number): number => Math.floor(pick / 8 ** place)

/** A number that proves what it should, or – of a careless clerk – something else. */
function referenceOf(story: Story, row: MoneyCase, others: MoneyCase[], pick: number): string {
  const numbers = others
    .filter(({ id }) => id !== row.id)
    .map(({ subject }) => subject.split(' ').at(-1) ?? subject)
  if (pick % 5 === 0) return row.outTradeNo ?? story.orders[0] ?? 'T000000'
  return (pick % 2 ? choose(numbers, pick) : undefined) ?? `T${randomUUID().slice(0, 12)}`
}

export const caseSteps = {
  reconcile: async (world) => reconcile(world),
  propose: async (world, story, pick) => {
    const cases = await casesOf(world, story)
    const row = choose(
      cases.filter(({ state }) => state === 'OPEN'),
      pick,
    )
    if (!row) return
    const rest = restOf(row)
    const outcome = choose(
      outcomesOf({ ...row, rest, ofOrder: row.orderNo !== null }),
      nth(pick, 1),
    )
    if (!outcome) return
    const [{ staff, fileId }] = await clerks()
    const orderNo = row.orderNo ?? choose(story.orders, nth(pick, 2))
    const refunds = await world.db
      .selectFrom('refund')
      .innerJoin('payment', 'payment.outTradeNo', 'refund.outTradeNo')
      .select(['refundNo', 'refund.signId'])
      .where('payment.orderNo', '=', orderNo ?? '')
      .orderBy('refundNo')
      .execute()
    const lines = await world.db
      .selectFrom('orderLine')
      .select('signId')
      .where('orderNo', '=', orderNo ?? '')
      .orderBy('position')
      .execute()
    await proposeDecision(world, staff, {
      ...{ id: randomUUID(), caseId: row.id, foundAt: row.foundAt.toISOString(), outcome, fileId },
      amountFen: outcome === 'CONFIRMED' || nth(pick, 3) % 3 ? rest : Math.ceil(rest / 2),
      orderNo,
      signId: choose(lines, nth(pick, 2))?.signId,
      refundNo: choose(refunds, nth(pick, 3))?.refundNo,
      reference: referenceOf(story, row, cases, nth(pick, 2)),
      reason: '已核对渠道账单',
    })
  },
  agree: async (world, story, pick) => {
    const ids = (await casesOf(world, story)).map(({ id }) => id)
    const waiting = await world.db
      .selectFrom('moneyDecision')
      .select(['id'])
      .where('caseId', 'in', [randomUUID(), ...ids])
      .where('state', '=', 'OPEN')
      .orderBy('askedAt')
      .execute()
    const found = choose(waiting, pick)
    const [first, second] = await clerks()
    if (!found) return
    if (pick % 7 === 0) return withdrawDecision(world, first.staff, found)
    const decision = pick % 5 ? ('APPROVED' as const) : ('REFUSED' as const)
    return decideCase(world, second.staff, { ...found, decision, reason: '已核对凭证' })
  },
  reopen: async (world, story, pick) => {
    const settled = (await casesOf(world, story)).filter(({ state }) => state === 'RESOLVED')
    const row = choose(settled, pick)
    const [{ staff }] = await clerks()
    if (row) await reopenCase(world, staff, { id: row.id, reason: `有误 ${randomUUID()}` })
  },
} satisfies Record<string, Step>

async function secondsUntilMidnight(): Promise<number> {
  const { db } = await deps()
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from (shanghai_date(app_now()) + 1)::timestamp at time zone 'Asia/Shanghai' - app_now())::float8
      as seconds`.execute(db)
  return rows[0]?.seconds ?? 0
}

export const caseEvents = {
  /** somebody gives money back in the merchant console, all of it or a part; the channel tells of it, perhaps later */
  consoleRefund: async ({ orders, messages }: Story, pick: number) => {
    const book = await channelBook(...channelOrdersOf(...orders))
    const left = (outTradeNo: string, total: number) =>
      book.refunds
        .filter((one) => one.outTradeNo === outTradeNo && one.status !== 'CLOSED')
        .reduce((rest, { amount }) => rest - amount, total)
    const trade = choose(
      book.trades.filter(
        ({ state, outTradeNo, total }) =>
          (state === 'SUCCESS' || state === 'REFUND') && left(outTradeNo, total) > 0,
      ),
      pick,
    )
    if (!trade) return
    const { outTradeNo, total } = trade
    const rest = left(outTradeNo, total)
    const refundNo = `${outTradeNo}H${book.refunds.length + 1}`
    await control('refundOutcome', { outcome: 'SUCCESS' })
    const amount = pick % 2 ? rest : Math.ceil(rest / 2)
    await control('refundByHand', { outTradeNo, refundNo, amount })
    messages.push(await control<Message>('refundMessage', { refundNo, lie: {} }))
  },
  /** money comes under a number that we never gave */
  stranger: async ({ strangers }: Story, pick: number) => {
    const outTradeNo = `X${randomUUID().replaceAll('-', '').slice(0, 20).toUpperCase()}`
    const channel = pick % 2 ? ('WECHAT' as const) : ('ALIPAY' as const)
    await control('stranger', { outTradeNo, total: pick % 3 ? 5000 : 12_000, channel })
    strangers.push({ outTradeNo, channel })
  },
  /** ten seconds before it */
  toMidnight: async () => passTimeEverywhere((await secondsUntilMidnight()) - 10),
  afterMidnight: async () => passTimeEverywhere(Math.min(3600, (await secondsUntilMidnight()) + 1)),
  /** the next day, when bills can be had */
  bills: async () => nextBills(),
} satisfies Record<string, (story: Story, pick: number) => Promise<unknown>>
