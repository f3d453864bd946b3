import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { reconcileBills } from '../../src/modules/money/order/service/reconcile.ts'
import type { Gateway } from '../../src/platform/payments/gateway.ts'
import { deps } from '../world.ts'
import { callDecideMoneyProposal, callProposeMoneyDecision, makeMoneyClerk, uploadReceipt } from './money-case.ts'
import type { TestOrder } from './order.ts'
import {
  createChannelNotificationOf,
  deliverNotification,
  makeWechatOrder,
  passTimeEverywhere,
  payAtWechat,
} from './wechat.ts'

/** Passes the time to half past ten of tomorrow, when today's bills exist. */
export async function passToNextBills(): Promise<void> {
  const { db } = await deps()
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from (shanghai_date(app_now()) + 1 + time '10:30') at time zone 'Asia/Shanghai' - app_now())::float8
      as seconds`.execute(db)
  await passTimeEverywhere(rows[0]?.seconds ?? 0)
}

/** Two staff members decide that our books are right. */
export async function resolveTestDifference(
  token: string,
  { id, ...given }: { id: string; reason: string; foundAt?: string; decisionId?: string },
) {
  const { db } = await deps()
  const { decisionId = randomUUID(), ...words } = given
  const found = await db
    .selectFrom('moneyDifference')
    .select(sql<number>`abs(money_case_fen(kind, detail))`.as('amount'))
    .where('id', '=', id)
    .executeTakeFirst()
  const fileId = await uploadReceipt(token)
  const confirmed = {
    caseId: id,
    outcome: 'CONFIRMED' as const,
    amount: found?.amount ?? 0,
    fileId,
  }
  const proposed = await callProposeMoneyDecision(token, { id: decisionId, ...confirmed, ...words })
  return proposed.code === 1 ? callDecideMoneyProposal((await makeMoneyClerk()).token, decisionId) : proposed
}

export async function listMoneyDifferencesOf(subject: string) {
  const { db } = await deps()
  return db
    .selectFrom('moneyDifference')
    .select(['kind', 'state', 'orderNo'])
    .where('subject', '=', subject)
    .orderBy('kind')
    .execute()
}

export type FetchBill = Gateway['bill']

export async function reconcileWithBill(bill: FetchBill): Promise<string[]> {
  const all = await deps()
  const real = all.gateways.get('WECHAT')
  if (!real) throw new Error('no gateway')
  const asked: string[] = []
  const told: FetchBill = (day, findOurs) => {
    asked.push(day)
    return bill(day, findOurs)
  }
  await reconcileBills({ ...all, gateways: new Map([['WECHAT', { ...real, bill: told }]]) })
  return asked
}

export async function makeDifference(): Promise<{ id: string; order: TestOrder }> {
  const order = await makeWechatOrder()
  await payAtWechat(order)
  await deliverNotification(await createChannelNotificationOf(order, { amount: 1 }))
  const { db } = await deps()
  const { id } = await db
    .selectFrom('moneyDifference')
    .select('id')
    .where('subject', '=', order.outTradeNo)
    .executeTakeFirstOrThrow()
  return { id, order }
}
