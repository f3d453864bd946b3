import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

export interface Totals {
  people: number
  orders: number
  paid: number
  refunded: number
  valid: number
  revoked: number
}

/** Money in fen, of paid orders with a line of that year. `people`: signed up for it, or with hours in it; two accounts that became one are one. */
export async function countTotals(db: Db, year: number): Promise<Totals> {
  // what came in less what is kept; an order of which nothing went back keeps all of it and need not be asked
  const { rows } = await sql<Totals>`
    with money as (
      select count(*)::int as orders, coalesce(sum(orders.amount_fen), 0)::float8 as paid,
        coalesce(sum(orders.amount_fen - order_kept_fen(orders.order_no)) filter (where orders.status <> 'PAID'
          or exists (select from refund where refund.order_no = orders.order_no)), 0)::float8 as refunded
      from orders where orders.paid_at is not null and exists (
        select from order_line join sign on sign.id = order_line.sign_id join plan on plan.id = sign.plan_id
        where order_line.order_no = orders.order_no and plan.year = ${year}))
    select money.*,
      (select count(*)::int from (
        select student_id from sign join plan on plan.id = sign.plan_id where plan.year = ${year}
        union select student_id from hours_ledger where year = ${year} group by student_id having sum(hours) > 0) as either
        where not exists (select from student where id = student_id and merged_into is not null)) as people,
      (select count(*)::int from proof where year = ${year} and revoked_at is null) as valid,
      (select count(*)::int from proof where year = ${year} and revoked_at is not null) as revoked
    from money`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an aggregate gave no row')
  return row
}

export interface Day {
  day: string
  signs: number
  studySeconds: number
  passes: number
  proofs: number
}

/** Every day of which there is something to tell. The study is of all years: a day's clock is one (product §4). */
export async function countDays(db: Db, year: number): Promise<Day[]> {
  const { rows } = await sql<Day>`
    with signed as (
      select sign.* from sign join plan on plan.id = sign.plan_id
        join student on student.id = sign.student_id and student.merged_into is null
      where plan.year = ${year}),
    span as (
      select least(min(shanghai_date(sign_start_at)), min(shanghai_date(signed.created_at))) as first,
        max(shanghai_date(study_end_at)) as last
      from plan left join signed on true where plan.year = ${year}),
    happened as (
      select shanghai_date(created_at) as day, 1 as signs, 0 as study_ds, 0 as passes, 0 as proofs from signed
      union all
      select shanghai_date(attempt.submitted_at), 0, 0, 1, 0
      from attempt join sign_course on sign_course.id = attempt.sign_course_id
      join signed on signed.id = sign_course.sign_id
      where attempt.passed and attempt.voided_at is null and not attempt.covered and signed.paid_at is not null and signed.refunded_at is null
      union all
      select shanghai_date(issued_at), 0, 0, 0, 1 from proof where year = ${year}
      union all
      select day, 0, sum(credited_ds), 0, 0 from study_day, span where day between first and last group by day
      union all
      select day, 0, sum(day_ds), 0, 0 from study_clock, span where day between first and last group by day)
    select to_char(day, 'YYYY-MM-DD') as day, sum(signs)::int as signs, sum(study_ds) / 10.0 as study_seconds,
      sum(passes)::int as passes, sum(proofs)::int as proofs
    from happened group by happened.day having sum(signs) + sum(study_ds) + sum(passes) + sum(proofs) > 0
    order by happened.day`.execute(db)
  return rows
}

export interface ReductionFigures {
  code: string
  name: string
  submitted: number
  approved: number
  rejected: number
  /** tenths */
  hours: number
}

/** Applications that were handed in, by type. */
export async function countReductions(db: Db, year: number): Promise<ReductionFigures[]> {
  const { rows } = await sql<ReductionFigures>`
    select reduction_type.code, reduction_rule.name, count(*)::int as submitted,
      (count(*) filter (where state = 'APPROVED' and reversed_at is null))::int as approved,
      (count(*) filter (where state = 'REJECTED'))::int as rejected,
      coalesce(sum(hours_approved) filter (where state = 'APPROVED' and reversed_at is null), 0)::int as hours
    from reduction join reduction_type on reduction_type.id = reduction.type_id
    join reduction_rule on reduction_rule.type_id = reduction_type.id and reduction_rule.version = reduction_type.version
    where reduction.year = ${year} and submitted_at is not null
    group by reduction_type.code, reduction_rule.name order by submitted desc, code`.execute(db)
  return rows
}

export interface SourceFigures {
  source: 'COURSE' | 'REDUCTION' | 'RECORD' | 'ADJUST' | 'REVERSAL'
  entries: number
  /** tenths */
  professional: number
  public: number
}

/** What the ledger of a year holds, by where it came from; reversals are a line of their own, below zero. */
export async function sumHours(db: Db, year: number): Promise<SourceFigures[]> {
  const { rows } = await sql<SourceFigures>`
    select source, count(*)::int as entries,
      coalesce(sum(hours) filter (where subject = 'PROFESSIONAL'), 0)::float8 as professional,
      coalesce(sum(hours) filter (where subject = 'PUBLIC'), 0)::float8 as public
    from hours_ledger where year = ${year} group by source
    order by array_position(array['COURSE', 'REDUCTION', 'RECORD', 'ADJUST', 'REVERSAL'], source)`.execute(
    db,
  )
  return rows
}
