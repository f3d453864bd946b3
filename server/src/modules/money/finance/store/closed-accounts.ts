import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import { type PageRequest, selectPage } from '../../../../platform/db/page.ts'

export type ClosedAccountMoneyRow = NonNullable<Awaited<ReturnType<typeof findClosedAccountMoney>>>

const goesBack = sql<boolean>`exists (select from refund where refund.order_no = money.order_no and refund.sign_id = money.sign_id)`

const selectMoney = (db: Db) =>
  db
    .selectFrom('closedAccountMoney as money')
    .innerJoin('orderLine as line', (join) =>
      join.onRef('line.orderNo', '=', 'money.orderNo').onRef('line.signId', '=', 'money.signId'),
    )
    .innerJoin('orders', 'orders.orderNo', 'money.orderNo')
    .innerJoin('sign', 'sign.id', 'money.signId')
    .innerJoin('plan', 'plan.id', 'sign.planId')
    .leftJoin('organisation', 'organisation.id', 'orders.organisationId')
    .select([
      'money.orderNo',
      'money.signId',
      'money.studentId',
      'line.title',
      'plan.year',
      'organisation.name as paidBy',
      'line.amountFen as paidFen',
      'money.amountFen',
      'money.hoursLeft',
      'money.openedAt',
      'money.state',
      'money.decidedBy',
      'money.decidedAt',
      'money.reason',
      goesBack.as('goesBack'),
    ])

export function findClosedAccountMoney(db: Db, { orderNo, signId }: { orderNo: string; signId: string }) {
  return selectMoney(db).where('money.orderNo', '=', orderNo).where('money.signId', '=', signId).executeTakeFirst()
}

/** `amountTotal` is in fen. OPEN leaves out lines with a refund in progress. */
export async function listClosedAccountMoney(
  db: Db,
  { state, ...paging }: PageRequest & { state?: 'OPEN' | 'KEPT' | undefined },
) {
  let query = selectMoney(db)
  if (state) query = query.where('money.state', '=', state)
  if (state === 'OPEN') query = query.where(sql<boolean>`not ${goesBack}`)
  const summed = await query
    .clearSelect()
    .select(sql<number>`coalesce(sum(money.amount_fen), 0)::float8`.as('fen'))
    .executeTakeFirst()
  const page = await selectPage(
    query.orderBy(sql`money.state <> 'OPEN' or ${goesBack}`).orderBy('money.openedAt', 'desc').orderBy('money.orderNo'),
    paging,
  )
  return { ...page, amountTotal: summed?.fen ?? 0 }
}
