import { sql } from 'kysely'
import type { DatabaseSchema, Db } from '../../../../platform/db/database.ts'
import { likeBeginningWith } from '../../../../platform/db/like.ts'
import { countQueryRows, type PageRequest, selectPage } from '../../../../platform/db/page.ts'

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

export async function listRefundRequests(
  db: Db,
  state: DatabaseSchema['refundRequest']['state'] | undefined,
  { page, pageSize }: PageRequest,
) {
  const way = state === 'OPEN' ? sql`asc` : sql`desc`
  const order = sql`refund_request.state <> 'OPEN', refund_request.asked_at ${way}, refund_request.id`
  let found = db.selectFrom('refundRequest')
  if (state) found = found.where('refundRequest.state', '=', state)
  const total = await countQueryRows(found)
  // Selects the page first, then joins the people.
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

export function listRefundRequestsOfOrder(db: Db, orderNo: string) {
  return db.selectFrom('refundRequest').selectAll().where('orderNo', '=', orderNo).orderBy('askedAt', 'desc').execute()
}

export interface MoneyDifferenceFilter {
  state?: DatabaseSchema['moneyDifference']['state'] | undefined
  kind?: DatabaseSchema['moneyDifference']['kind'] | undefined
  orderNo?: string | undefined
  channel?: string | undefined
  waits?: boolean | undefined
  /** Search by a whole number or its beginning: of the difference itself, of the order or of the payment. */
  number?: string | undefined
}

const waits = sql<boolean>`exists (select from money_decision
  where money_decision.case_id = money_difference.id and money_decision.state = 'OPEN')`

export function listMoneyDifferences(db: Db, filter: MoneyDifferenceFilter, paging: PageRequest) {
  const { state, kind, orderNo, channel, number } = filter
  let query = db.selectFrom('moneyDifference')
  if (state) query = query.where('state', '=', state)
  if (kind) query = query.where('kind', '=', kind)
  if (orderNo) query = query.where('orderNo', '=', orderNo)
  if (channel) query = query.where('channel', '=', channel)
  if (filter.waits !== undefined) query = query.where(waits, '=', filter.waits)
  if (number) {
    const begins = likeBeginningWith(number)
    query = query.where(({ eb, or }) =>
      or([
        eb('subject', 'like', begins),
        // Matches the refund number that the merchant console gave.
        eb(sql`split_part(subject, ' ', 2)`, 'like', begins),
        eb('orderNo', 'like', begins),
      ]),
    )
  }
  const rows = query
    .selectAll()
    .select([
      sql<number>`money_case_fen(kind, detail)`.as('sum'),
      sql<number>`(select rest_fen from money_case where money_case.id = money_difference.id)`.as('rest'),
      waits.as('waits'),
    ])
    .orderBy(sql`state <> 'OPEN'`)
    .orderBy('foundAt', 'desc')
    .orderBy('id')
  return selectPage(rows, paging)
}

export function listReconciledBills(db: Db, paging: PageRequest) {
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
  return selectPage(rows, paging)
}
