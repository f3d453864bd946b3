import { type RawBuilder, sql } from 'kysely'

/**
 * Every order's line for these students, whoever placed the order; to be selected from. `orders.student_id` names only the
 * orders they placed themselves, an employer's have none: who asks what money a student is in, asks here.
 * Columns: order_no, sign_id, plan_id, organisation_id (null: the student's own), title, amount_fen, status, created_at,
 * paid_at, refunded_at, waits (still to be paid), going_back (its money is on its way), live (holds its sign).
 */
export function linesOf(studentIds: readonly string[]): RawBuilder<unknown> {
  return linesWhere(sql`sign.student_id = any(${[...studentIds]}::uuid[])`)
}

/** The same of the student that a column of the query around it names: `one.student_id`. */
export function linesOfColumn(column: string): RawBuilder<unknown> {
  return linesWhere(sql`sign.student_id = ${sql.ref(column)}`)
}

function linesWhere(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select line.order_no, line.sign_id, sign.plan_id, orders.organisation_id, line.title, line.amount_fen,
      orders.status, orders.created_at, orders.paid_at, line.refunded_at, orders.status = 'PENDING' as waits,
      line.refunded_at is null and exists (select from refund
        where refund.order_no = line.order_no and refund.sign_id = line.sign_id) as going_back,
      line.refunded_at is null and orders.status in ('PENDING', 'PAID', 'REFUNDING') as live
    from sign join order_line line on line.sign_id = sign.id join orders on orders.order_no = line.order_no
    where ${condition})`
}
