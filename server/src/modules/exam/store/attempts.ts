import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import type { Answers } from '../grade.ts'
import type { Paper } from '../paper.ts'

/** The column's guarantee: only insertAttempt writes it, and it writes a Paper. */
export function toPaper(json: unknown): Paper {
  return json as Paper
}

/** The column's guarantee: only what answersFit accepted is merged into it. */
export function toAnswers(json: unknown): Answers {
  return json as Answers
}

/** One sitting without its paper. `overdue`: the clock and its grace (seconds) have run out, nobody has submitted. */
export type Attempt = Awaited<ReturnType<typeof listAttempts>>[number]

const attemptColumns = (grace: number) =>
  [
    'id',
    'signCourseId',
    'studentId',
    'round',
    'no',
    'mode',
    'passMark',
    'startedAt',
    'deadline',
    'savedSeq',
    'answers',
    'submittedAt',
    'submittedBy',
    'score',
    'rightCount',
    'wrongCount',
    'passed',
    'receipt',
    'review',
    'voidedAt',
    sql<number>`(paper ->> 'totalPoints')::int`.as('totalPoints'),
    sql<number>`(paper ->> 'attemptsPerRound')::int`.as('attemptsPerRound'),
    sql<Date>`app_now()`.as('now'),
    sql<boolean>`submitted_at is null and app_now() > deadline + interval '1 second' * ${grace}`.as(
      'overdue',
    ),
  ] as const

const selectAttempt = (db: Db, grace: number) =>
  db.selectFrom('attempt').select(attemptColumns(grace))

/** Every sitting of a sign course, oldest first. */
export function listAttempts(db: Db, signCourseId: string, grace: number) {
  return selectAttempt(db, grace)
    .where('signCourseId', '=', signCourseId)
    .orderBy('round')
    .orderBy('no')
    .execute()
}

/** Every sitting of a student, oldest first within a course. */
export function listStudentAttempts(db: Db, studentId: string) {
  return db
    .selectFrom('attempt')
    .select(['signCourseId', 'round', 'submittedAt', 'score', 'passed', 'voidedAt'])
    .where('studentId', '=', studentId)
    .orderBy('signCourseId')
    .orderBy('round')
    .orderBy('no')
    .execute()
}

export function findAttempt(db: Db, id: string, grace: number) {
  return selectAttempt(db, grace).where('id', '=', id).executeTakeFirst()
}

/** A sitting under its row lock, with the paper it is judged by. */
export type LockedAttempt = NonNullable<Awaited<ReturnType<typeof lockAttempt>>>

/** `skipLocked`: undefined also when another process is just ending it. */
export function lockAttempt(tx: Tx, id: string, grace: number, skipLocked = false) {
  const query = selectAttempt(tx, grace)
    .select(['paper', 'logHash'])
    .where('id', '=', id)
    .forUpdate()
  return (skipLocked ? query.skipLocked() : query).executeTakeFirst()
}

const selectOverdue = (db: Db, grace: number) =>
  db
    .selectFrom('attempt')
    .select('id')
    .where('submittedAt', 'is', null)
    // asked once, not per row: so the partial index on deadline answers
    .where('deadline', '<', sql<Date>`(select app_now()) - interval '1 second' * ${grace}`)
    .orderBy('deadline')

/** Sittings past deadline and grace, longest overdue first. */
export async function listOverdue(db: Db, grace: number, limit: number): Promise<string[]> {
  const rows = await selectOverdue(db, grace).limit(limit).execute()
  return rows.map((row) => row.id)
}

export async function listStudentOverdue(
  db: Db,
  studentId: string,
  grace: number,
): Promise<string[]> {
  const rows = await selectOverdue(db, grace).where('studentId', '=', studentId).execute()
  return rows.map((row) => row.id)
}

export async function findPaper(db: Db, attemptId: string) {
  const row = await db
    .selectFrom('attempt')
    .select(['studentId', 'startedAt', 'paper'])
    .where('id', '=', attemptId)
    .executeTakeFirst()
  return row && { ...row, paper: toPaper(row.paper) }
}

export interface NewAttempt {
  id: string
  signCourseId: string
  studentId: string
  round: number
  no: number
  mode: 'CAMERA' | 'MANUAL'
  consentVersion: string
  paper: Paper
  passMark: number
  examSeconds: number
  logHash: Buffer
  /** seconds after the start, in order */
  captures: number[]
}

/** A sitting just begun. */
export interface Begun {
  startedAt: Date
  deadline: Date
  /** due moments, in order */
  due: Date[]
}

/**
 * Begins a sitting with its captures, in one statement. Undefined when another start was first: then the
 * course has a running attempt, or this number of the round is taken, and nothing was written.
 */
export async function insertAttempt(db: Db, row: NewAttempt): Promise<Begun | undefined> {
  const { rows } = await sql<Begun>`
    with clock as (select app_now() as now),
    made as (
      insert into attempt (id, sign_course_id, student_id, round, no, mode, consent_version, paper,
        pass_mark, started_at, deadline, log_hash, review)
      select ${row.id}::uuid, ${row.signCourseId}::uuid, ${row.studentId}::uuid, ${row.round}::int,
        ${row.no}::int, ${row.mode}, ${row.consentVersion}, ${JSON.stringify(row.paper)}::jsonb,
        ${row.passMark}::int, now, now + interval '1 second' * ${row.examSeconds}, ${row.logHash}::bytea,
        ${row.mode === 'MANUAL'}::boolean
      from clock
      on conflict do nothing
      returning id, started_at, deadline
    ),
    due as (
      insert into capture (attempt_id, no, due_at)
      select made.id, plan.no, made.started_at + interval '1 second' * plan.seconds
      from made, unnest(${row.captures}::int[]) with ordinality as plan (seconds, no)
      returning due_at
    )
    select started_at, deadline, (select coalesce(array_agg(due_at order by due_at), '{}') from due) as due
    from made`.execute(db)
  return rows[0]
}

const endsNow = sql<Date>`least(app_now(), deadline)`

/**
 * 待核查, from facts: manual mode, a capture that failed, or one that was due before the end and never came.
 * A late capture clears its part again.
 */
const reviewNeeded = (end: RawBuilder<Date>) => sql<boolean>`mode = 'MANUAL' or exists (
  select from capture where attempt_id = attempt.id and file_id is null
    and (failure is not null or due_at < ${end}))`

export function refreshReview(tx: Tx, attemptId: string) {
  return tx
    .updateTable('attempt')
    .set({ review: reviewNeeded(sql<Date>`submitted_at`) })
    .where('id', '=', attemptId)
    .execute()
}

export interface Ending {
  by: 'STUDENT' | 'DEADLINE'
  answers: Answers
  savedSeq: number
  logHash: Buffer
  score: number
  rightCount: number
  wrongCount: number
  passed: boolean
  receipt: string
}

/** Writes the result of a locked sitting. It ends at its deadline at the latest, whenever we came to it. */
export function endAttempt(tx: Tx, id: string, { by, answers, ...result }: Ending) {
  return tx
    .updateTable('attempt')
    .set({
      ...result,
      answers: JSON.stringify(answers),
      submittedBy: by,
      submittedAt: endsNow,
      review: reviewNeeded(endsNow),
    })
    .where('id', '=', id)
    .returning(attemptColumns(0))
    .executeTakeFirstOrThrow()
}
