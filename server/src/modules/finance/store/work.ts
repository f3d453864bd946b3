import { sql } from 'kysely'
import { countOf } from '../../../platform/db/count.ts'
import type { Db, Schema } from '../../../platform/db/database.ts'
import { type Paging, pageOf } from '../../../platform/db/page.ts'

const selectRequest = (db: Db) =>
  db
    .selectFrom('refundRequest')
    .innerJoin('orders', 'orders.orderNo', 'refundRequest.orderNo')
    .innerJoin('orderLine', (join) =>
      join
        .onRef('orderLine.orderNo', '=', 'refundRequest.orderNo')
        .onRef('orderLine.signId', '=', 'refundRequest.signId'),
    )
    .innerJoin('sign', 'sign.id', 'orderLine.signId')
    .innerJoin('plan', 'plan.id', 'sign.planId')
    .innerJoin('student', 'student.id', 'sign.studentId')
    .leftJoin('organisation', 'organisation.id', 'orders.organisationId')

/** Who asked first stands first; what is decided, the newest first. */
export async function listRequests(
  db: Db,
  state: Schema['refundRequest']['state'] | undefined,
  { page, pageSize }: Paging,
) {
  const way = state === 'OPEN' ? sql`asc` : sql`desc`
  const order = sql`refund_request.state <> 'OPEN', refund_request.asked_at ${way}, refund_request.id`
  let found = db.selectFrom('refundRequest')
  if (state) found = found.where('refundRequest.state', '=', state)
  const total = await countOf(found)
  // which ones first: whose they are is looked up for a page of them
  const ofPage = found
    .select('refundRequest.id')
    .orderBy(order)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const list = await selectRequest(db)
    .where('refundRequest.id', 'in', ofPage)
    .selectAll('refundRequest')
    .select([
      'orderLine.amountFen',
      'orders.paidAt',
      'orders.status as orderStatus',
      'organisation.name as organisationName',
      'orderLine.title',
      'plan.year',
      'student.id as studentId',
      'student.name',
      'student.phone',
    ])
    .orderBy(order)
    .execute()
  return { list, total, page, pageSize }
}

/** Refunds entered as given back otherwise that wait for a second person, who entered first is first. */
export function listOpenElsewhere(db: Db) {
  return db
    .selectFrom('refundElsewhere')
    .innerJoin('refund', 'refund.refundNo', 'refundElsewhere.refundNo')
    .innerJoin('payment', 'payment.outTradeNo', 'refund.outTradeNo')
    .select([
      'refundElsewhere.id',
      'refundElsewhere.refundNo',
      'refundElsewhere.askedBy',
      'refundElsewhere.askedAt',
      'payment.orderNo',
      'refund.amountFen as amount',
    ])
    .where('refundElsewhere.state', '=', 'OPEN')
    .orderBy('refundElsewhere.askedAt')
    .execute()
}

/** Asked last first, decided ones too. */
export function listRequestsOf(db: Db, orderNo: string) {
  return db
    .selectFrom('refundRequest')
    .selectAll()
    .where('orderNo', '=', orderNo)
    .orderBy('askedAt', 'desc')
    .execute()
}

export interface DifferenceFilter {
  state?: Schema['moneyDifference']['state'] | undefined
  kind?: Schema['moneyDifference']['kind'] | undefined
  orderNo?: string | undefined
}

/** The open ones first, the newest first among them. */
export function listDifferences(db: Db, filter: DifferenceFilter, paging: Paging) {
  const { state, kind, orderNo } = filter
  let query = db.selectFrom('moneyDifference')
  if (state) query = query.where('state', '=', state)
  if (kind) query = query.where('kind', '=', kind)
  if (orderNo) query = query.where('orderNo', '=', orderNo)
  const rows = query
    .selectAll()
    .orderBy(sql`state <> 'OPEN'`)
    .orderBy('foundAt', 'desc')
    .orderBy('id')
  return pageOf(rows, paging)
}

/** Days that were compared, the newest first. */
export function listBills(db: Db, paging: Paging) {
  const rows = db
    .selectFrom('bill')
    .select(['channel', 'fetchedAt', 'payments', 'refunds', 'others'])
    .select([
      sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'),
      sql<number>`paid_fen::float8`.as('paid'),
      sql<number>`refunded_fen::float8`.as('refunded'),
      sql<number>`(select count(*)::int from money_difference d
        where d.channel = bill.channel and d.day = bill.day and d.state = 'OPEN')`.as('open'),
    ])
    .orderBy('bill.day', 'desc')
    .orderBy('channel')
  return pageOf(rows, paging)
}
