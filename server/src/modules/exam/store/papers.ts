import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { preparedQuery } from '../../../platform/db/prepared.ts'
import { isNotPostponedSql } from '../../../platform/db/sweep-failures.ts'
import type { AnswerKeyQuestion, AnswersByQuestion } from '../grade.ts'
import type { Paper, PaperQuestion } from '../paper.ts'

const holds = (questionId: string): RawBuilder<unknown> =>
  sql`jsonb_path_query_array(paper.paper, '$.questions[*].id') @> ${JSON.stringify([questionId])}::jsonb`

/** Only insertPaper writes this column, so the cast is safe. */
export function toPaper(json: unknown): Paper {
  return json as Paper
}

export interface NewPaper {
  id: string
  signCourseId: string
  courseId: string
  round: number
  no: number
  attemptsLeft: number
  paper: Paper
  /** JSON of the questions as shown to the candidate. */
  shown: string
  totalPoints: number
  passMark: number
  examSeconds: number
  /** Times of the captures in seconds after the start, ascending. */
  captures: number[]
  logHash: Buffer
  bankVersion: number
  courseVersionId: string
}

/**
 * Replaces a paper drawn from an older question bank or by older rules. Current and used papers stay. @throws 23503
 * while the old paper is being used
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

/** Contains the right answers, so never send it unfiltered. Returns undefined before the start. */
export async function findStartedPaper(db: Db, attemptId: string) {
  const row = await db
    .selectFrom('attempt')
    .innerJoin('examPaper', 'examPaper.id', 'attempt.id')
    .select(['attempt.studentId', 'attempt.startedAt', 'examPaper.paper'])
    .where('attempt.id', '=', attemptId)
    .executeTakeFirst()
  return row && { ...row, paper: toPaper(row.paper) }
}

export async function loadStartedPapers(pool: pg.Pool, attemptIds: string[]) {
  const { rows } = await pool.query<{
    id: string
    studentId: string
    startedAt: Date
    paper: unknown
  }>(
    preparedQuery(
      `select id, student_id as "studentId", started_at as "startedAt", paper
      from attempt join exam_paper using (id) where id = any((select $1::uuid[])::uuid[])`,
      [attemptIds],
    ),
  )
  return new Map(rows.map(({ id, ...row }) => [id, { ...row, paper: toPaper(row.paper) }]))
}

/** Queues sign courses whose prepared paper is older than the question bank. */
export async function enqueueOutdatedPapers(db: Db): Promise<void> {
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
    where not exists (select from exam_paper_due due where due.sign_course_id = paper.sign_course_id)`.execute(db)
}

export interface DuePaper {
  signCourseId: string
  courseVersionId: string
  round: number
  no: number
  /** Number of attempts of the round that count so far. */
  used: number
}

/** Leaves out papers that could not be drawn, until their next try is due. */
export async function listDuePapers(db: Db, { job, limit }: { job: string; limit: number }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct sign_course_id as id from exam_paper_due
    where ${isNotPostponedSql(job, sql`sign_course_id`)} limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Removes the papers from the queue. Returns only courses that may start an attempt. */
export async function claimDuePapers(
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

/** A drawn paper that contains the question; the attempt may not have started. */
export interface PaperWithQuestion {
  paperId: string
  key: AnswerKeyQuestion[]
  asked: PaperQuestion
  /** The paper is in use, or the next start would use it. */
  usable: boolean
  /** Study time of the year is not over. */
  yearOpen: boolean
  begun: boolean
  submitted: boolean
  answers: AnswersByQuestion | null
  score: number | null
  rightCount: number | null
  wrongCount: number | null
  passed: boolean | null
  voided: boolean
  passMark: number
  signCourseId: string
  round: number
  no: number
  year: number
  hours: number
  subject: 'PROFESSIONAL' | 'PUBLIC'
  paid: boolean
  studentId: string
  studentName: string
  phone: string
  courseTitle: string
  accountClosed: boolean
  passedElsewhere: boolean
  proofStands: boolean
}

/**
 * The index only finds candidate papers, and PostgreSQL must open each of them to check it, so callers read the ids
 * once and use them again.
 */
export async function listPaperIdsWithQuestion(db: Db, questionId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from exam_paper paper where ${holds(questionId)} limit ${limit}`.execute(db)
  return rows.map(({ id }) => id).sort()
}

/** Papers are long, so only the parts for marking are read. */
export async function listPapersWithQuestion(
  db: Db,
  questionId: string,
  paperIds: readonly string[],
): Promise<PaperWithQuestion[]> {
  const { rows } = await sql<PaperWithQuestion>`
    select paper.id as paper_id, asked.key, asked.question as asked, attempt.id is not null or paper.bank_version = course.bank_version as usable, plan.study_end_at > app_now() as year_open,
      attempt.id is not null as begun, attempt.submitted_at is not null as submitted, attempt.answers, attempt.score, attempt.right_count,
      attempt.wrong_count, attempt.passed, attempt.voided_at is not null as voided, paper.pass_mark, paper.sign_course_id, paper.round, paper.no,
      plan.year, chosen.hours, course.subject, sign.paid_at is not null and sign.refunded_at is null as paid,
      student.id as student_id, student.name as student_name, student.phone, course.title as course_title,
      student.closed_at is not null as account_closed,
      exists (select from attempt other where other.sign_course_id = paper.sign_course_id and other.id <> paper.id
        and other.passed and other.voided_at is null) as passed_elsewhere,
      exists (select from proof where proof.student_id = student.id and proof.year = plan.year and proof.revoked_at is null) as proof_stands
    from exam_paper paper
    cross join lateral (
      select jsonb_agg(jsonb_build_object('id', one -> 'id', 'points', one -> 'points', 'answer', one -> 'answer') order by place) as key,
        (array_agg(one) filter (where one ->> 'id' = ${questionId}))[1] as question
      from jsonb_array_elements(paper.paper -> 'questions') with ordinality as each (one, place)) asked
    join sign_course chosen on chosen.id = paper.sign_course_id
    join sign on sign.id = chosen.sign_id
    join student on student.id = chosen.student_id
    join course on course.id = paper.course_id
    join plan on plan.id = chosen.plan_id
    left join attempt on attempt.id = paper.id
    where paper.id = any(${[...paperIds]}::uuid[])
    order by paper.id`.execute(db)
  return rows
}

export async function countPapersWithQuestion(db: Db, questionId: string) {
  const { rows } = await sql<{ finished: number; running: number }>`
    select (count(*) filter (where attempt.submitted_at is not null))::int as finished,
      (count(*) filter (where attempt.submitted_at is null))::int as running
    from exam_paper paper join attempt on attempt.id = paper.id where ${holds(questionId)}`.execute(db)
  return rows[0] ?? { finished: 0, running: 0 }
}

interface ChangedQuestion {
  questionId: string
  no: number
  courseTitle: string
  stem: string
  at: Date
  papers: number
}

/** Lists the newest change first, without questions that have a later regrade or were declined. */
export async function listChangedQuestions(db: Db, questionId?: string): Promise<ChangedQuestion[]> {
  const one = questionId ? sql`and question.id = ${questionId}` : sql``
  const { rows } = await sql<ChangedQuestion>`
    select question.id as question_id, question.no, course.title as course_title, question.stem, changed.at, held.papers
    from exam_question_changed changed
    join question on question.id = changed.question_id
    join course on course.id = question.course_id
    cross join lateral (select count(*)::int as papers from exam_paper paper join attempt on attempt.id = paper.id
      where jsonb_path_query_array(paper.paper, '$.questions[*].id') @> jsonb_build_array(question.id) and paper.drawn_at < changed.at) held
    where changed.settled_at is null and held.papers > 0 ${one}
      and not exists (select from exam_regrade regrade where regrade.question_id = question.id and regrade.decided_at > changed.at
        and regrade.state in ('RUNNING', 'DONE'))
    order by changed.at desc, question.id limit 200`.execute(db)
  return rows
}

/** Returns false when the decline was recorded before or the answer never changed. */
export async function setRegradeDeclined(
  db: Db,
  questionId: string,
  { by, reason }: { by: string; reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('examQuestionChanged')
    .set({ settledBy: by, settledAt: sql`app_now()`, settledReason: reason })
    .where('questionId', '=', questionId)
    .where('settledAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
