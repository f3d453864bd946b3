import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { caseOutcomesOf } from '../../src/modules/money/order/case-rules.ts'
import {
  decideCaseProposal,
  proposeCaseDecision,
  withdrawCaseProposal,
} from '../../src/modules/money/order/service/decide-case.ts'
import { reconcileBills } from '../../src/modules/money/order/service/reconcile.ts'
import { reopenCase } from '../../src/modules/money/order/service/reopen-case.ts'
import { type MoneyCase, openAmountOfCase } from '../../src/modules/money/order/store/cases.ts'
import type { StaffAtWork } from '../../src/platform/staff-calls.ts'
import { passToNextBills } from '../factories/bills.ts'
import { makeMoneyClerk, uploadReceipt } from '../factories/money-case.ts'
import {
  controlChannel,
  passTimeEverywhere,
  readChannelBook,
  type TestChannelNotification,
} from '../factories/wechat.ts'
import { deps } from '../world.ts'
import { listPossibleChannelOrders } from './channel-orders.ts'
import type { MoneyStory, StoryStep } from './story.ts'
import { listStoryCases } from './story-cases.ts'

interface Clerk {
  staff: StaffAtWork
  fileId: string
}

let hired: Promise<[Clerk, Clerk]> | null = null

function clerks(): Promise<[Clerk, Clerk]> {
  const hire = async (): Promise<Clerk> => {
    const { id: staffId, username, token } = await makeMoneyClerk()
    const staff = {
      staffId,
      username,
      name: '财务',
      permissions: new Set(['finance.refund' as const]),
      tokenHash: '',
      ip: '127.0.0.1',
    }
    return { staff: staff as StaffAtWork, fileId: await uploadReceipt(token) }
  }
  hired ??= (async (): Promise<[Clerk, Clerk]> => [await hire(), await hire()])()
  return hired
}

export const chooseByPick = <Item>(list: readonly Item[], pick: number): Item | undefined =>
  list[pick % Math.max(1, list.length)]

/** Derives the choice with the number `place` from `pick`, so that one random number makes several choices. */
const nth = (pick: number, place: number): number => Math.floor(pick / 8 ** place)

/** Returns a valid reference number, or a wrong one of a careless person. */
function referenceOf(story: MoneyStory, row: MoneyCase, others: MoneyCase[], pick: number): string {
  const numbers = others.filter(({ id }) => id !== row.id).map(({ subject }) => subject.split(' ').at(-1) ?? subject)
  if (pick % 5 === 0) return row.outTradeNo ?? story.orders[0] ?? 'T000000'
  return (pick % 2 ? chooseByPick(numbers, pick) : undefined) ?? `T${randomUUID().slice(0, 12)}`
}

export const moneyCaseSteps = {
  reconcile: async (world) => reconcileBills(world),
  propose: async (world, story, pick) => {
    const cases = await listStoryCases(world, story)
    const row = chooseByPick(
      cases.filter(({ state }) => state === 'OPEN'),
      pick,
    )
    if (!row) return
    const rest = openAmountOfCase(row)
    const outcome = chooseByPick(caseOutcomesOf({ ...row, rest, ofOrder: row.orderNo !== null }), nth(pick, 1))
    if (!outcome) return
    const [{ staff, fileId }] = await clerks()
    const orderNo = row.orderNo ?? chooseByPick(story.orders, nth(pick, 2))
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
    await proposeCaseDecision(world, staff, {
      ...{ id: randomUUID(), caseId: row.id, foundAt: row.foundAt.toISOString(), outcome, fileId },
      amountFen: outcome === 'CONFIRMED' || nth(pick, 3) % 3 ? rest : Math.ceil(rest / 2),
      orderNo,
      signId: chooseByPick(lines, nth(pick, 2))?.signId,
      refundNo: chooseByPick(refunds, nth(pick, 3))?.refundNo,
      reference: referenceOf(story, row, cases, nth(pick, 2)),
      reason: '已核对渠道账单',
    })
  },
  agree: async (world, story, pick) => {
    const ids = (await listStoryCases(world, story)).map(({ id }) => id)
    const waiting = await world.db
      .selectFrom('moneyDecision')
      .select(['id'])
      .where('caseId', 'in', [randomUUID(), ...ids])
      .where('state', '=', 'OPEN')
      .orderBy('askedAt')
      .execute()
    const found = chooseByPick(waiting, pick)
    const [first, second] = await clerks()
    if (!found) return
    if (pick % 7 === 0) return withdrawCaseProposal(world, first.staff, found)
    const decision = pick % 5 ? ('APPROVED' as const) : ('REFUSED' as const)
    return decideCaseProposal(world, second.staff, { ...found, decision, reason: '已核对凭证' })
  },
  reopen: async (world, story, pick) => {
    const settled = (await listStoryCases(world, story)).filter(({ state }) => state === 'RESOLVED')
    const row = chooseByPick(settled, pick)
    const [{ staff }] = await clerks()
    if (row) await reopenCase(world, staff, { id: row.id, reason: `有误 ${randomUUID()}` })
  },
} satisfies Record<string, StoryStep>

async function secondsUntilMidnight(): Promise<number> {
  const { db } = await deps()
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from (shanghai_date(app_now()) + 1)::timestamp at time zone 'Asia/Shanghai' - app_now())::float8
      as seconds`.execute(db)
  return rows[0]?.seconds ?? 0
}

export const moneyCaseEvents = {
  consoleRefund: async ({ orders, messages }: MoneyStory, pick: number) => {
    const book = await readChannelBook(...listPossibleChannelOrders(...orders))
    const left = (outTradeNo: string, total: number) =>
      book.refunds
        .filter((one) => one.outTradeNo === outTradeNo && one.status !== 'CLOSED')
        .reduce((rest, { amount }) => rest - amount, total)
    const trade = chooseByPick(
      book.trades.filter(
        ({ state, outTradeNo, total }) => (state === 'SUCCESS' || state === 'REFUND') && left(outTradeNo, total) > 0,
      ),
      pick,
    )
    if (!trade) return
    const { outTradeNo, total } = trade
    const rest = left(outTradeNo, total)
    const refundNo = `${outTradeNo}H${book.refunds.length + 1}`
    await controlChannel('refundOutcome', { outcome: 'SUCCESS' })
    const amount = pick % 2 ? rest : Math.ceil(rest / 2)
    await controlChannel('refundByHand', { outTradeNo, refundNo, amount })
    messages.push(await controlChannel<TestChannelNotification>('refundMessage', { refundNo, lie: {} }))
  },
  stranger: async ({ strangers }: MoneyStory, pick: number) => {
    const outTradeNo = `X${randomUUID().replaceAll('-', '').slice(0, 20).toUpperCase()}`
    const channel = pick % 2 ? ('WECHAT' as const) : ('ALIPAY' as const)
    await controlChannel('stranger', { outTradeNo, total: pick % 3 ? 5000 : 12_000, channel })
    strangers.push({ outTradeNo, channel })
  },
  toMidnight: async () => passTimeEverywhere((await secondsUntilMidnight()) - 10),
  afterMidnight: async () => passTimeEverywhere(Math.min(3600, (await secondsUntilMidnight()) + 1)),
  bills: async () => passToNextBills(),
} satisfies Record<string, (story: MoneyStory, pick: number) => Promise<unknown>>
