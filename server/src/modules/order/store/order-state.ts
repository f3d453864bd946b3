import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { OrderStatus } from './orders.ts'
import type { RefundStatus } from './refunds.ts'

/** An order as staff compare it before and after a decision; sums in fen. */
export interface OrderState {
  orderNo: string
  status: OrderStatus
  amount: number
  kept: number
  lines: {
    title: string
    name: string
    /** its course can be studied */
    open: boolean
    /** a course of it has given hours that count */
    hoursCredited: boolean
    refund: RefundStatus | null
  }[]
}

export async function readOrderState(db: Db, orderNo: string): Promise<OrderState | null> {
  const { rows } = await sql<OrderState>`
    select o.order_no as "orderNo", o.status, o.amount_fen as amount, order_kept_fen(o.order_no) as kept,
      (select jsonb_agg(jsonb_build_object('title', line.title, 'name', student.name,
          'open', sign.paid_at is not null and sign.refunded_at is null,
          'hoursCredited', exists (select from sign_course course join attempt on attempt.sign_course_id = course.id
            join hours_ledger entry on entry.student_id = attempt.student_id
              and entry.source = 'COURSE' and entry.source_id = attempt.id::text
            where course.sign_id = line.sign_id and not exists (select from hours_ledger undone
              where undone.student_id = entry.student_id and undone.source = 'REVERSAL' and undone.source_id = entry.seq::text)),
          'refund', (select refund.status from refund where refund.order_no = line.order_no and refund.sign_id = line.sign_id))
          order by line.position)
        from (select * from order_line where order_no = o.order_no order by position limit 50) line
          join sign on sign.id = line.sign_id join student on student.id = sign.student_id) as lines
    from orders o where o.order_no = ${orderNo}`.execute(db)
  return rows[0] ?? null
}

/** What the students of an order were told, the newest hundred. */
export async function listTold(db: Db, orderNo: string) {
  const { rows } = await sql<{ id: string; name: string; title: string; body: string }>`
    select message.id::text as id, student.name, message.title, message.body
    from message join student on student.id = message.student_id
    where message.student_id in (select sign.student_id from order_line join sign on sign.id = order_line.sign_id
      where order_line.order_no = ${orderNo})
    order by message.created_at desc, message.id limit 100`.execute(db)
  return rows
}
