import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { containing } from '../../../platform/db/like.ts'
import type { Page, Paging } from '../../../platform/db/page.ts'

export interface BoardFilter extends Paging {
  state: 'RUNNING' | 'ENDED'
  keyword?: string | undefined
  flagged: boolean
  /** of those that ended: YYYY-MM-DD in Asia/Shanghai; none: the last 24 hours */
  day?: string | undefined
}

export interface Seat {
  attemptId: string
  studentId: string
  studentName: string
  phone: string
  courseTitle: string
  year: number
  no: number
  mode: 'CAMERA' | 'MANUAL'
  startedAt: Date
  deadline: Date
  heardAt: Date | null
  savedSeq: number
  answered: number
  questions: number
  due: number
  missing: number
  failed: number
  review: boolean
  submittedAt: Date | null
  submittedBy: 'STUDENT' | 'DEADLINE' | 'SEALED' | 'STAFF' | null
  score: number | null
  passed: boolean | null
  voided: boolean
  waiting: number
}

/** People as a list's filter finds them: by a part of the name or the beginning of the number. */
export function personLike(keyword: string | undefined): RawBuilder<boolean> {
  if (!keyword) return sql`true`
  return sql`(student.name like ${containing(keyword)} or student.phone like ${containing(keyword)})`
}

/** silent for longer than three heartbeats */
const silent = sql`attempt.submitted_at is null and attempt.heard_at < app_now() - interval '1 minute'`

function ended(day: string | undefined): RawBuilder<unknown> {
  if (!day) return sql`attempt.submitted_at > (select app_now()) - interval '1 day'`
  const begin = (days: number) =>
    sql`(${day}::date + ${sql.lit(days)})::timestamp at time zone 'Asia/Shanghai'`
  return sql`attempt.submitted_at >= ${begin(0)} and attempt.submitted_at < ${begin(1)}`
}

/** Running attempts, the ones that end next first; or those that ended on a day, or in the last one, the last first. */
export async function listSeats(
  db: Db,
  { state, keyword, flagged, day, page, pageSize }: BoardFilter,
): Promise<Page<Seat> & { now: Date }> {
  const chosen = state === 'RUNNING' ? sql`attempt.submitted_at is null` : ended(day)
  const order = state === 'RUNNING' ? sql`attempt.deadline` : sql`attempt.submitted_at desc`
  const looks = flagged
    ? sql`(attempt.review or (${silent}) or exists (
        select from exam_decision where attempt_id = attempt.id and state = 'WAITING'))`
    : sql`true`
  const from = sql`from attempt join student on student.id = attempt.student_id
    where ${chosen} and ${looks} and ${personLike(keyword)}`
  const { rows } = await sql<Seat>`
    select attempt.id as attempt_id, student.id as student_id, student.name as student_name, student.phone,
      course.title as course_title, plan.year, attempt.no, mode, started_at, deadline, heard_at, saved_seq,
      (select count(*)::int from jsonb_each(attempt.answers) where value <> '[]') as answered,
      (select jsonb_array_length(paper -> 'questions') from exam_paper where exam_paper.id = attempt.id) as questions,
      captures.*, review, submitted_at, submitted_by, score, passed, voided_at is not null as voided,
      (select count(*)::int from exam_decision where attempt_id = attempt.id and state = 'WAITING') as waiting
    from (select attempt.* ${from} order by ${order}, attempt.id limit ${pageSize} offset ${(page - 1) * pageSize}) attempt
    join student on student.id = attempt.student_id
    join sign_course on sign_course.id = attempt.sign_course_id
    join course on course.id = sign_course.course_id
    join plan on plan.id = sign_course.plan_id
    cross join lateral (
      select count(*) filter (where due_at <= app_now())::int as due,
        count(*) filter (where due_at <= app_now() and received_at is null)::int as missing,
        count(*) filter (where failure is not null)::int as failed
      from capture where attempt_id = attempt.id
    ) captures
    order by ${order}, attempt.id`.execute(db)
  const { rows: counts } = await sql<{ total: number; now: Date }>`
    select count(*)::int as total, app_now() as now ${from}`.execute(db)
  const { total = 0, now = new Date() } = counts[0] ?? {}
  return { list: rows, total, page, pageSize, now }
}
