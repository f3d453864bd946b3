import { type RawBuilder, sql } from 'kysely'
import { type Db, requireOneRow } from '../../../platform/db/database.ts'
import { isNotPostponedSql } from '../../../platform/db/sweep-failures.ts'
import { minGroupSize } from './small-groups.ts'

/** The value is true when every lesson of the version is completed in the round. */
const learned = sql`coalesce(done.lessons, 0) >= taught.lessons`

/**
 * Per sign course: paid, studied, tried, passed. A passed course counts as studied; voided attempts and closed accounts
 * of a merge are ignored (decision 010).
 */
const perCourse = (year: number): RawBuilder<unknown> => sql`
  chosen as materialized (
    select sign_course.id, sign_course.sign_id, sign_course.course_id, sign_course.course_version_id, sign_course.round,
      sign.paid_at is not null and sign.refunded_at is null as paid
    from sign_course join sign on sign.id = sign_course.sign_id join plan on plan.id = sign.plan_id
      join student on student.id = sign.student_id and student.merged_into is null
    where plan.year = ${year}),
  taught as (select version_id, count(*) as lessons from lesson group by version_id),
  done as (
    select progress.sign_course_id, count(*) as lessons
    from lesson_progress progress
    join chosen on chosen.id = progress.sign_course_id and chosen.round = progress.round
    join lesson on lesson.id = progress.lesson_id and lesson.version_id = chosen.course_version_id
    where progress.done_at is not null group by progress.sign_course_id),
  sat as (
    select attempt.sign_course_id, count(*) as attempts, count(*) filter (where passed) as passes, sum(score) as scores
    from attempt join chosen on chosen.id = attempt.sign_course_id
    where submitted_at is not null and voided_at is null group by attempt.sign_course_id),
  per_course as materialized (
    select chosen.*, coalesce(sat.attempts, 0) as attempts, coalesce(sat.passes, 0) as passes, sat.scores,
      coalesce(sat.passes, 0) > 0 or (taught.lessons > 0 and ${learned}) as learned
    from chosen
    left join taught on taught.version_id = chosen.course_version_id
    left join done on done.sign_course_id = chosen.id
    left join sat on sat.sign_course_id = chosen.id)`

const perSign = (year: number): RawBuilder<unknown> => sql`
  whole as (
    select sign_id, bool_and(learned) as learned, bool_and(passes > 0) as passed from per_course group by sign_id),
  earned as (
    select student_id, coalesce(sum(hours) filter (where subject = 'PROFESSIONAL'), 0) as professional,
      coalesce(sum(hours) filter (where subject = 'PUBLIC'), 0) as public
    from hours_ledger where year = ${year} group by student_id),
  per_sign as (
    select nullif(trim(student.city), '') as city, nullif(trim(student.employer), '') as employer,
      sign.paid_at is not null and sign.refunded_at is null as paid,
      coalesce(whole.learned, false) as learned, coalesce(whole.passed, false) as passed,
      coalesce(earned.professional, 0) >= plan.required_professional as professional,
      coalesce(earned.public, 0) >= plan.required_public as public,
      exists (select from proof where proof.student_id = sign.student_id and proof.year = plan.year
        and proof.revoked_at is null) as proven
    from sign join plan on plan.id = sign.plan_id
    join student on student.id = sign.student_id and student.merged_into is null
    left join whole on whole.sign_id = sign.id left join earned on earned.student_id = sign.student_id
    where plan.year = ${year})`

export interface StoredYearFigures {
  asOf: Date
  tookMs: number
  figures: unknown
  /** True if the figures are older than a multiple of their computation time. */
  old: boolean
}

export async function findYearFigures(db: Db, year: number, times: number): Promise<StoredYearFigures | undefined> {
  const { rows } = await sql<StoredYearFigures>`
    select as_of, took_ms, figures,
      as_of <= app_now() - interval '1 millisecond' * least(took_ms::float8 * ${times}, 3600000) as old
    from statistics_year where year = ${year}`.execute(db)
  return rows[0]
}

export async function requestYearFigures(db: Db, year: number): Promise<void> {
  const update = db.updateTable('statisticsYear').set({ wanted: true })
  await update.where('year', '=', year).where('wanted', '=', false).execute()
}

export async function listRequestedYears(db: Db, job: string): Promise<number[]> {
  const rows = await db
    .selectFrom('statisticsYear')
    .select('year')
    .where('wanted', '=', true)
    .where(isNotPostponedSql(job, sql`statistics_year.year`))
    .orderBy('asOf')
    .execute()
  return rows.map(({ year }) => year)
}

/** A slow computation that began earlier never replaces a newer one. */
export async function saveYearFigures(
  db: Db,
  row: { year: number; asOf: Date; tookMs: number; figures: object },
): Promise<void> {
  const { year, asOf, tookMs, figures } = row
  await sql`insert into statistics_year (year, as_of, took_ms, figures)
    values (${year}, ${asOf}, ${tookMs}, ${JSON.stringify(figures)}::jsonb)
    on conflict (year) do update
      set as_of = excluded.as_of, took_ms = excluded.took_ms, figures = excluded.figures, wanted = false
    where statistics_year.as_of <= excluded.as_of`.execute(db)
}

interface PlannedYears {
  years: number[]
  trials: number[]
  latest: number
}

/** Lists the newest year first and marks trial years. Also returns the current or last real year. */
export function listStatisticsYears(db: Db): Promise<PlannedYears> {
  return requireOneRow(
    db,
    sql<PlannedYears>`
    select coalesce(array_agg(year order by year desc), '{}') as years,
      coalesce(array_agg(year) filter (where trial), '{}') as trials,
      coalesce(max(year) filter (where sign_start_at <= app_now() and not trial), max(year),
        extract(year from shanghai_date(app_now())))::int as latest
    from plan`,
  )
}

interface CourseFigures {
  courseId: string
  title: string
  subject: 'PROFESSIONAL' | 'PUBLIC'
  paid: number
  learned: number
  sat: number
  passed: number
  attempts: number
  passedAttempts: number
  averageScore: number | null
}

export interface SignFigures {
  /** The name is null for `ALL`, and for students who gave no city or employer. */
  by: 'ALL' | 'CITY' | 'EMPLOYER'
  name: string | null
  signed: number
  paid: number
  learned: number
  passed: number
  proven: number
  professional: number
  public: number
  both: number
}

/**
 * A single statement, because reading all lessons and attempts is slow. Averages of few people are hidden. Steps after
 * payment count only paid signs.
 */
export async function countSignsAndCourses(
  db: Db,
  year: number,
): Promise<{ courses: CourseFigures[]; signs: SignFigures[] }> {
  const { rows } = await sql<{ courses: CourseFigures[]; signs: SignFigures[] }>`
    with ${perCourse(year)}, ${perSign(year)},
    course_figures as (
      select course.id as "courseId", course.title, course.subject, count(*) as paid,
        count(*) filter (where learned) as learned, count(*) filter (where attempts > 0) as sat,
        count(*) filter (where passes > 0) as passed, sum(attempts) as attempts,
        sum(passes) as "passedAttempts", case when count(*) filter (where attempts > 0) >= ${minGroupSize}::int
          then round(sum(scores) / nullif(sum(attempts), 0), 1) end as "averageScore"
      from per_course join course on course.id = per_course.course_id
      where paid group by course.id order by course.subject, course.title, course.id),
    sign_figures as (
      select case when grouping(city) = 0 then 'CITY' when grouping(employer) = 0 then 'EMPLOYER' else 'ALL' end as by,
        coalesce(city, employer) as name, count(*) as signed, count(*) filter (where paid) as paid,
        count(*) filter (where paid and learned) as learned,
        count(*) filter (where paid and learned and passed) as passed,
        count(*) filter (where paid and proven) as proven,
        count(*) filter (where paid and professional) as professional,
        count(*) filter (where paid and public) as public,
        count(*) filter (where paid and professional and public) as both
      from per_sign group by grouping sets ((), (city), (employer)))
    select coalesce((select json_agg(course_figures) from course_figures), '[]') as courses,
      coalesce((select json_agg(sign_figures) from sign_figures), '[]') as signs`.execute(db)
  return rows[0] ?? { courses: [], signs: [] }
}

interface Totals {
  people: number
  orders: number
  paid: number
  refunded: number
  valid: number
  revoked: number
}

/** Amounts are in fen, of paid orders with a line of the year. Merged accounts count once. */
export function computeYearTotals(db: Db, year: number): Promise<Totals> {
  // Only orders with refunds need their net amount computed.
  return requireOneRow(
    db,
    sql<Totals>`
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
    from money`,
  )
}

interface Day {
  day: string
  signs: number
  studySeconds: number
  passes: number
  proofs: number
}

/** Days without events are missing. Study seconds include all years, because a student has one study clock a day. */
export async function countByDay(db: Db, year: number): Promise<Day[]> {
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

interface ReductionFigures {
  code: string
  name: string
  submitted: number
  approved: number
  rejected: number
  hours: number
}

export async function countReductionsByType(db: Db, year: number): Promise<ReductionFigures[]> {
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

interface SourceFigures {
  source: 'COURSE' | 'REDUCTION' | 'RECORD' | 'ADJUST' | 'REVERSAL'
  entries: number
  professional: number
  public: number
}

/** Reversals are separate rows with negative hours. */
export async function sumHoursBySource(db: Db, year: number): Promise<SourceFigures[]> {
  const { rows } = await sql<SourceFigures>`
    select source, count(*)::int as entries,
      coalesce(sum(hours) filter (where subject = 'PROFESSIONAL'), 0)::float8 as professional,
      coalesce(sum(hours) filter (where subject = 'PUBLIC'), 0)::float8 as public
    from hours_ledger where year = ${year} group by source
    order by array_position(array['COURSE', 'REDUCTION', 'RECORD', 'ADJUST', 'REVERSAL'], source)`.execute(db)
  return rows
}
