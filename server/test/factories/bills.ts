import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { reconcile } from '../../src/modules/order/service/reconcile.ts'
import type { Gateway } from '../../src/platform/payments/gateway.ts'
import { deps } from '../world.ts'
import { clerk, decideProposal, evidence, propose } from './money-case.ts'
import type { TestOrder } from './order.ts'
import { deliver, makeWechatOrder, messageOf, passTimeEverywhere, pay } from './wechat.ts'

/** Half past ten of tomorrow in Shanghai: what was today has its bill. */
export async function nextBills(): Promise<void> {
  const { db } = await deps()
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from (shanghai_date(app_now()) + 1 + time '10:30') at time zone 'Asia/Shanghai' - app_now())::float8
      as seconds`.execute(db)
  await passTimeEverywhere(rows[0]?.seconds ?? 0)
}

/** Two of finance have looked into a difference, and our books are right; as it stands now or as they saw it. */
export async function endDifference(
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
  const fileId = await evidence(token)
  const confirmed = {
    caseId: id,
    outcome: 'CONFIRMED' as const,
    amount: found?.amount ?? 0,
    fileId,
  }
  const proposed = await propose(token, { id: decisionId, ...confirmed, ...words })
  return proposed.code === 1 ? decideProposal((await clerk()).token, decisionId) : proposed
}

/** What the worklist says of a number. */
export async function differences(subject: string) {
  const { db } = await deps()
  return db
    .selectFrom('moneyDifference')
    .select(['kind', 'state', 'orderNo'])
    .where('subject', '=', subject)
    .orderBy('kind')
    .execute()
}

export type Bill = Gateway['bill']

/** The job, by a process to which WeChat says this of its bills. @returns the days it was asked about */
export async function reconcileWith(bill: Bill): Promise<string[]> {
  const all = await deps()
  const real = all.gateways.get('WECHAT')
  if (!real) throw new Error('no gateway')
  const asked: string[] = []
  const told: Bill = (day, findOurs) => {
    asked.push(day)
    return bill(day, findOurs)
  }
  await reconcile({ ...all, gateways: new Map([['WECHAT', { ...real, bill: told }]]) })
  return asked
}

/** An order with a notification of another sum on the worklist. */
export async function makeDifference(): Promise<{ id: string; order: TestOrder }> {
  const order = await makeWechatOrder()
  await pay(order)
  await deliver(await messageOf(order, { amount: 1 }))
  const { db } = await deps()
  const { id } = await db
    .selectFrom('moneyDifference')
    .select('id')
    .where('subject', '=', order.outTradeNo)
    .executeTakeFirstOrThrow()
  return { id, order }
}
