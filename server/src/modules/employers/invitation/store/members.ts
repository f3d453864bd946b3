import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import { hasAnyRow } from '../../../../platform/db/page.ts'

export interface MemberSignFacts {
  invitationId: string
  signId: string | null
  paidAt: Date | null
  refundedAt: Date | null
  /** Number of the newest order of this employer, unless it was closed. */
  orderNo: string | null
  orderStatus: 'PENDING' | 'PAID' | 'REFUNDING' | 'REFUNDED' | null
  /** True if a refund of the order line is in progress or done. */
  goneBack: boolean
  back: boolean
  /** Another order of the year is paid or open. */
  elsewhere: boolean
}

export async function listMemberSignFacts(db: Db, ids: string[]): Promise<MemberSignFacts[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<MemberSignFacts>`
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

export function isEmployerPaymentRefunded(db: Db, organisationId: string, signId: string): Promise<boolean> {
  return hasAnyRow(
    db
      .selectFrom('orderLine')
      .innerJoin('orders', 'orders.orderNo', 'orderLine.orderNo')
      .where('orderLine.signId', '=', signId)
      .where('orders.organisationId', '=', organisationId)
      .where('orderLine.refundedAt', 'is not', null),
  )
}

export async function listNamesOfOrderLines(db: Db, organisationId: string, signIds: string[]) {
  const rows = await db
    .selectFrom('sign')
    .innerJoin('organisationInvitation as named', (join) =>
      join.onRef('named.studentId', '=', 'sign.studentId').onRef('named.planId', '=', 'sign.planId'),
    )
    .select(['sign.id as signId', 'named.id as invitationId', 'named.name'])
    .distinctOn('sign.id')
    .where('named.organisationId', '=', organisationId)
    /**
     * The sign ids are passed as one array parameter, because an order may have more lines than a statement has
     * parameters.
     */
    .where('sign.id', '=', sql<string>`any(${signIds}::uuid[])`)
    .orderBy('sign.id')
    .orderBy(sql`named.state = 'CONFIRMED'`, 'desc')
    .orderBy('named.id')
    .execute()
  return new Map(rows.map((row) => [row.signId, row]))
}
