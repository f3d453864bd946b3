import { type RawBuilder, sql } from 'kysely'

/**
 * Includes lines of employer orders, which have no `orders.student_id`. Columns: order_no, sign_id, plan_id,
 * organisation_id (null: the student's own order), title, amount_fen, status, created_at, paid_at, refunded_at, waits
 * (not paid yet), going_back (refund in progress), live (the line keeps its sign active).
 */
export function orderLinesOfStudentsSql(studentIds: readonly string[]): RawBuilder<unknown> {
  return linesWhere(sql`sign.student_id = any(${[...studentIds]}::uuid[])`)
}

/** The lines of orderLinesOfStudentsSql for a student id in a column of the outer query, such as `one.student_id`. */
export function orderLinesOfColumnSql(column: string): RawBuilder<unknown> {
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
