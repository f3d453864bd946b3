import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

/** What became of somebody who agreed, as their sign and its orders have it; read, never written. */
export interface SignFacts {
  invitationId: string
  signId: string | null
  paidAt: Date | null
  refundedAt: Date | null
  /** the newest order of this employer's that holds or held them, unless it was closed */
  orderNo: string | null
  orderStatus: 'PENDING' | 'PAID' | 'REFUNDING' | 'REFUNDED' | null
  /** this line's money is going back, or is back */
  goneBack: boolean
  back: boolean
  /** somebody else paid the year, or is about to */
  elsewhere: boolean
}

/** Of those of these invitations that were agreed to. */
export async function listSignFacts(db: Db, ids: string[]): Promise<SignFacts[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<SignFacts>`
    select i.id as "invitationId", s.id as "signId", s.paid_at as "paidAt", s.refunded_at as "refundedAt",
      line.order_no as "orderNo", line.order_status as "orderStatus",
      coalesce(line.gone_back, false) as "goneBack", line.refunded_at is not null as back,
      exists (select from order_line l join orders o using (order_no)
        where l.sign_id = s.id and l.order_status in ('PENDING', 'PAID', 'REFUNDING') and l.refunded_at is null
          and o.organisation_id is distinct from i.organisation_id) as elsewhere
    from organisation_invitation i
      left join sign s on s.student_id = i.student_id and s.plan_id = i.plan_id
      left join lateral (select l.*, exists (select from refund r
          where r.order_no = l.order_no and r.sign_id = l.sign_id) as gone_back
        from order_line l join orders o using (order_no)
        where l.sign_id = s.id and o.organisation_id = i.organisation_id and l.order_status <> 'CLOSED'
        order by o.created_at desc limit 1) line on true
    where i.id = any(${ids}::uuid[]) and i.state = 'CONFIRMED'`.execute(db)
  return rows
}

/** Whether what an employer paid for a sign is back with it. */
export async function isGivenBack(
  db: Db,
  organisationId: string,
  signId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('orderLine')
    .innerJoin('orders', 'orders.orderNo', 'orderLine.orderNo')
    .select('orderLine.orderNo')
    .where('orderLine.signId', '=', signId)
    .where('orders.organisationId', '=', organisationId)
    .where('orderLine.refundedAt', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Whose invitation of this employer's each sign of an order belongs to, and the name it gave; of several, the one that was agreed to. */
export async function listLineNames(db: Db, organisationId: string, signIds: string[]) {
  const rows = await db
    .selectFrom('sign')
    .innerJoin('organisationInvitation as named', (join) =>
      join
        .onRef('named.studentId', '=', 'sign.studentId')
        .onRef('named.planId', '=', 'sign.planId'),
    )
    .select(['sign.id as signId', 'named.id as invitationId', 'named.name'])
    .distinctOn('sign.id')
    .where('named.organisationId', '=', organisationId)
    // one parameter, however many: many orders have more lines than a statement may have parameters
    .where('sign.id', '=', sql<string>`any(${signIds}::uuid[])`)
    .orderBy('sign.id')
    .orderBy(sql`named.state = 'CONFIRMED'`, 'desc')
    .orderBy('named.id')
    .execute()
  return new Map(rows.map((row) => [row.signId, row]))
}
