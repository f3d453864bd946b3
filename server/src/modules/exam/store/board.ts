import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { nameContainsSql, phoneLikePattern } from '../../../platform/db/like.ts'
import type { Page, PageRequest } from '../../../platform/db/page.ts'

export interface ExamBoardFilter extends PageRequest {
  state: 'RUNNING' | 'ENDED'
  attemptId?: string | undefined
  keyword?: string | undefined
  flagged: boolean
  /** The day (Asia/Shanghai) of ended attempts; the default is the last 24 hours. */
  day?: string | undefined
  /** True when the keyword is selective enough to search ended attempts of all days. */
  anyDay: boolean
}

export interface ExamBoardEntry {
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

/** Matches part of the name, the whole phone number or its last four digits. */
export function matchesStudentKeyword(keyword: string | undefined): RawBuilder<boolean> {
  if (!keyword) return sql`true`
  return sql`(${nameContainsSql(sql`student.name`, keyword)} or student.phone like ${phoneLikePattern(keyword)})`
}

/** The page has sent no heartbeat for three intervals. */
const silent = sql`attempt.submitted_at is null and attempt.heard_at < app_now() - interval '1 minute'`

function ended({ day, anyDay, keyword }: ExamBoardFilter): RawBuilder<unknown> {
  // The subquery runs first: few attempts match, and ordered paging would visit all years.
  if (anyDay)
    return sql`attempt.submitted_at is not null
      and attempt.student_id = any(array(select id from student where ${matchesStudentKeyword(keyword)}))`
  if (!day) return sql`attempt.submitted_at > (select app_now()) - interval '1 day'`
  const begin = (days: number) => sql`(${day}::date + ${sql.lit(days)})::timestamp at time zone 'Asia/Shanghai'`
  return sql`attempt.submitted_at >= ${begin(0)} and attempt.submitted_at < ${begin(1)}`
}

function inState(filter: ExamBoardFilter): RawBuilder<unknown> {
  if (filter.attemptId) return sql`attempt.id = ${filter.attemptId}`
  return filter.state === 'RUNNING' ? sql`attempt.submitted_at is null` : ended(filter)
}

/** Lists running attempts by deadline, or ended attempts newest first. */
export async function listExamBoard(db: Db, filter: ExamBoardFilter): Promise<Page<ExamBoardEntry> & { now: Date }> {
  const { state, flagged, page, pageSize } = filter
  const order = state === 'RUNNING' ? sql`attempt.deadline` : sql`attempt.submitted_at desc`
  const looks = flagged
    ? sql`(attempt.review or (${silent}) or exists (
        select from exam_decision where attempt_id = attempt.id and state = 'WAITING'))`
    : sql`true`
  // Attempts of a state or day are fewer than all students, so join by key.
  const person = filter.keyword ? sql`join student on student.id = attempt.student_id` : sql``
  const from = sql`from attempt ${person} where ${inState(filter)} and ${looks} and ${matchesStudentKeyword(filter.keyword)}`
  const { rows } = await sql<ExamBoardEntry>`
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
