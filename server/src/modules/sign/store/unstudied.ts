import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { linesOf } from '../../../platform/db/order-lines.ts'

/** A year that was paid for and can still be studied, as far as it has given no hours yet. */
export interface Unstudied {
  orderNo: string
  year: number
  title: string
  /** null: the student */
  paidBy: string | null
  /** fen; what was paid for the year */
  paid: number
  /** tenths, of the courses chosen */
  hours: number
  hoursLeft: number
  /** fen; of what was paid, as much as `hoursLeft` is of `hours` */
  left: number
}

/** What a student would lose with the account. Money that is on its way back is not lost, nor hours that are taken back and can be earned anew. */
export async function listUnstudied(db: Db, studentId: string): Promise<Unstudied[]> {
  const { rows } = await sql<Omit<Unstudied, 'left'>>`
    select line.order_no as "orderNo", plan.year, line.title, organisation.name as "paidBy", line.amount_fen as paid,
      sum(course.hours)::int as hours, coalesce(sum(course.hours) filter (where not exists (
        select from attempt join hours_ledger entry on entry.student_id = attempt.student_id
          and entry.source = 'COURSE' and entry.source_id = attempt.id::text
        where attempt.sign_course_id = course.id and not exists (select from hours_ledger undone
          where undone.student_id = entry.student_id and undone.source = 'REVERSAL'
            and undone.source_id = entry.seq::text))), 0)::int as "hoursLeft"
    from ${linesOf([studentId])} line
      join plan on plan.id = line.plan_id
      join sign_course course on course.sign_id = line.sign_id
      left join organisation on organisation.id = line.organisation_id
    where line.status = 'PAID' and line.refunded_at is null and not line.going_back and line.amount_fen > 0
      and plan.study_end_at > (select app_now())
    group by line.order_no, line.sign_id, plan.year, line.title, organisation.name, line.amount_fen
    order by plan.year, line.order_no`.execute(db)
  return rows
    .filter(({ hoursLeft }) => hoursLeft > 0)
    .map((row) => ({ ...row, left: Math.round((row.paid * row.hoursLeft) / row.hours) }))
}
