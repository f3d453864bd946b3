import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { hasPart, phoneLike } from '../../../platform/db/like.ts'
import type { Page, Paging } from '../../../platform/db/page.ts'

export interface BoardFilter extends Paging {
  state: 'RUNNING' | 'ENDED'
  /** this one alone, running or ended, of any day */
  attemptId?: string | undefined
  keyword?: string | undefined
  flagged: boolean
  /** of those that ended: YYYY-MM-DD in Asia/Shanghai; none: the last 24 hours */
  day?: string | undefined
  /** of those that ended: whatever their day, for the keyword tells few people */
  anyDay: boolean
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

/** People as a list's filter finds them: by a part of the name, the whole phone or its last four digits. */
export function personLike(keyword: string | undefined): RawBuilder<boolean> {
  if (!keyword) return sql`true`
  return sql`(${hasPart(sql`student.name`, keyword)} or student.phone like ${phoneLike(keyword)})`
}

/** silent for longer than three heartbeats */
const silent = sql`attempt.submitted_at is null and attempt.heard_at < app_now() - interval '1 minute'`

function ended({ day, anyDay, keyword }: BoardFilter): RawBuilder<unknown> {
  // as a list, taken first: their sittings are few, and in the order of the page every sitting of all years would be asked for
  if (anyDay)
    return sql`attempt.submitted_at is not null
      and attempt.student_id = any(array(select id from student where ${personLike(keyword)}))`
  if (!day) return sql`attempt.submitted_at > (select app_now()) - interval '1 day'`
  const begin = (days: number) =>
    sql`(${day}::date + ${sql.lit(days)})::timestamp at time zone 'Asia/Shanghai'`
  return sql`attempt.submitted_at >= ${begin(0)} and attempt.submitted_at < ${begin(1)}`
}

function inState(filter: BoardFilter): RawBuilder<unknown> {
  if (filter.attemptId) return sql`attempt.id = ${filter.attemptId}`
  return filter.state === 'RUNNING' ? sql`attempt.submitted_at is null` : ended(filter)
}

/** Running attempts, the ones that end next first; or those that ended, the last first; or one. */
export async function listSeats(db: Db, filter: BoardFilter): Promise<Page<Seat> & { now: Date }> {
  const { state, flagged, page, pageSize } = filter
  const order = state === 'RUNNING' ? sql`attempt.deadline` : sql`attempt.submitted_at desc`
  const looks = flagged
    ? sql`(attempt.review or (${silent}) or exists (
        select from exam_decision where attempt_id = attempt.id and state = 'WAITING'))`
    : sql`true`
  // each sitting's own student by key, where somebody is looked for: those of a state or a day are fewer than all students
  const person = filter.keyword ? sql`join student on student.id = attempt.student_id` : sql``
  const from = sql`from attempt ${person} where ${inState(filter)} and ${looks} and ${personLike(filter.keyword)}`
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
      select count(*) filter (where due_at <= least(app_now(), submitted_at))::int as due,
        count(*) filter (where due_at <= least(app_now(), submitted_at) and received_at is null)::int as missing,
        count(*) filter (where failure is not null)::int as failed
      from capture where attempt_id = attempt.id
    ) captures
    order by ${order}, attempt.id`.execute(db)
  const { rows: counts } = await sql<{ total: number; now: Date }>`
    select count(*)::int as total, app_now() as now ${from}`.execute(db)
  const [count] = counts
  if (!count) throw new Error('no count')
  return { list: rows, total: count.total, page, pageSize, now: count.now }
}
