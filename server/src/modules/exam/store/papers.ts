import { sql } from 'kysely'
import type pg from 'pg'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { isNotPostponed } from '../../../platform/db/sweep-failures.ts'
import type { Paper } from '../paper.ts'

/** The column's guarantee: only insertPaper writes it, and it writes a Paper. */
export function toPaper(json: unknown): Paper {
  return json as Paper
}

/** A drawn paper, the id of its sitting, and what it was drawn from. */
export interface NewPaper {
  id: string
  signCourseId: string
  courseId: string
  round: number
  no: number
  attemptsLeft: number
  paper: Paper
  /** the questions as their candidate sees them: JSON */
  shown: string
  totalPoints: number
  passMark: number
  examSeconds: number
  /** seconds after the start, in order */
  captures: number[]
  logHash: Buffer
  bankVersion: number
  courseVersionId: string
}

/**
 * Lays a paper ready in the place of one that was drawn from older questions or by another version's rules. One that is as new as this and one
 * that is taken stay. @throws 23503 when the old one is being taken at this moment
 */
export async function insertPaper(db: Db, row: NewPaper): Promise<void> {
  await sql`
    delete from exam_paper where sign_course_id = ${row.signCourseId} and round = ${row.round} and no = ${row.no}
      and (bank_version <> ${row.bankVersion} or course_version_id <> ${row.courseVersionId}
        or attempts_left <> ${row.attemptsLeft})
      and not exists (select from attempt where attempt.id = exam_paper.id)`.execute(db)
  await db
    .insertInto('examPaper')
    .values({ ...row, paper: JSON.stringify(row.paper) })
    .onConflict((conflict) => conflict.columns(['signCourseId', 'round', 'no']).doNothing())
    .execute()
}

/** With the right answers in it: never to be sent as it is. Undefined before the sitting began. */
export async function findPaper(db: Db, attemptId: string) {
  const row = await db
    .selectFrom('attempt')
    .innerJoin('examPaper', 'examPaper.id', 'attempt.id')
    .select(['attempt.studentId', 'attempt.startedAt', 'examPaper.paper'])
    .where('attempt.id', '=', attemptId)
    .executeTakeFirst()
  return row && { ...row, paper: toPaper(row.paper) }
}

/** The papers of many sittings at once, with whose they are; by sitting. */
export async function readPapers(pool: pg.Pool, attemptIds: string[]) {
  const { rows } = await pool.query<{
    id: string
    studentId: string
    startedAt: Date
    paper: unknown
  }>({
    name: 'exam-papers',
    text: `select id, student_id as "studentId", started_at as "startedAt", paper
      from attempt join exam_paper using (id) where id = any((select $1::uuid[])::uuid[])`,
    values: [attemptIds],
  })
  return new Map(rows.map(({ id, ...row }) => [id, { ...row, paper: toPaper(row.paper) }]))
}

/** Puts every sign course on the worklist whose paper lies ready and is older than its bank. */
export async function listChanged(db: Db): Promise<void> {
  await sql`
    with held as (
      select course_id from exam_bank_changed for update skip locked
    ), changed as (
      delete from exam_bank_changed using held where exam_bank_changed.course_id = held.course_id
      returning exam_bank_changed.course_id
    )
    insert into exam_paper_due (sign_course_id)
    select distinct paper.sign_course_id from changed
    -- course by course, which "offset 0" holds it to: joined at once, all papers of all years were read for one question that was edited
    cross join lateral (select sign_course_id from exam_paper
      where exam_paper.course_id = changed.course_id
        and not exists (select from attempt where attempt.id = exam_paper.id) offset 0) paper
    where not exists (select from exam_paper_due due where due.sign_course_id = paper.sign_course_id)`.execute(
    db,
  )
}

/** What a paper of the next attempt is drawn by. */
export interface DuePaper {
  signCourseId: string
  courseVersionId: string
  round: number
  no: number
  /** attempts of the round that count so far */
  used: number
}

/** Sign courses on the worklist; those that the job could not draw for wait for their next try. */
export async function listDue(
  db: Db,
  { job, limit }: { job: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct sign_course_id as id from exam_paper_due
    where ${isNotPostponed(job, sql`sign_course_id`)} limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Takes these off the worklist, whatever comes of it: who is left out here is drawn for at the start. Only courses that are paid, open and
 * studied, with an attempt left and neither pass nor running attempt, come back.
 */
export async function takeDue(
  tx: Tx,
  signCourseIds: readonly string[],
): Promise<{ taken: number; due: DuePaper[] }> {
  const { rows } = await sql<{ taken: number; due: DuePaper[] }>`
    with held as (
      select id from exam_paper_due where sign_course_id = any(${[...signCourseIds]}::uuid[])
      for update skip locked
    ), taken as (
      delete from exam_paper_due using held where exam_paper_due.id = held.id returning sign_course_id
    ), due as (
      select chosen.id as "signCourseId", chosen.course_version_id as "courseVersionId",
        chosen.round, sat.last + 1 as no, sat.used
      from (select distinct sign_course_id from taken) taken
      join sign_course chosen on chosen.id = taken.sign_course_id
      join sign on sign.id = chosen.sign_id and sign.paid_at is not null and sign.refunded_at is null
      join plan on plan.id = chosen.plan_id and plan.study_end_at > app_now()
      join course_version on course_version.id = chosen.course_version_id
      cross join lateral (
        select coalesce(max(no) filter (where round = chosen.round), 0) as last,
          (count(*) filter (where round = chosen.round and counts))::int as used,
          coalesce(bool_or(submitted_at is null or passed and voided_at is null), false) as barred
        from attempt where sign_course_id = chosen.id
      ) sat
      where not sat.barred and sat.used < course_version.attempts_per_round
        and exists (select from lesson where lesson.version_id = chosen.course_version_id)
        and (sat.used > 0 or not exists (
          select from lesson where lesson.version_id = chosen.course_version_id and not exists (
            select from lesson_progress progress
            where progress.sign_course_id = chosen.id and progress.lesson_id = lesson.id
              and progress.round = chosen.round and progress.done_at is not null)))
    )
    select (select count(*) from taken)::int as taken,
      coalesce((select json_agg(due) from due), '[]') as due`.execute(tx)
  return rows[0] ?? { taken: 0, due: [] }
}
