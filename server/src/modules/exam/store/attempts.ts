import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { hasAnyRow } from '../../../platform/db/page.ts'
import { isNotPostponedSql } from '../../../platform/db/sweep-failures.ts'
import type { AnswersByQuestion } from '../grade.ts'

/** Only checked answers are merged into this column, so the cast is safe. */
export function toAnswersByQuestion(json: unknown): AnswersByQuestion {
  return json as AnswersByQuestion
}

export type Attempt = Awaited<ReturnType<typeof listAttemptsOfSignCourse>>[number]

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
    'voidReason',
    'restoredAt',
    'covered',
    'totalPoints',
    'attemptsLeft',
    'counts',
    'heardAt',
    sql<Date>`app_now()`.as('now'),
    sql<boolean>`submitted_at is null and app_now() > deadline + interval '1 second' * ${grace}`.as('overdue'),
  ] as const

const selectAttempt = (db: Db, grace: number) => db.selectFrom('attempt').select(attemptColumns(grace))

export function listAttemptsOfSignCourse(db: Db, signCourseId: string, grace: number) {
  return selectAttempt(db, grace).where('signCourseId', '=', signCourseId).orderBy('round').orderBy('no').execute()
}

export async function listAttemptsWithCourse(db: Db, ids: string[]) {
  const rows = await db
    .selectFrom('attempt')
    .innerJoin('signCourse', 'signCourse.id', 'attempt.signCourseId')
    .innerJoin('plan', 'plan.id', 'signCourse.planId')
    .innerJoin('course', 'course.id', 'signCourse.courseId')
    .select(['attempt.id', 'attempt.no', 'signCourse.id as signCourseId', 'signCourse.signId'])
    .select(['signCourse.studentId', 'plan.year', 'plan.trial', 'course.title'])
    .where('attempt.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map(
    rows.map(({ id: attemptId, no, signCourseId: id, ...course }) => [
      attemptId,
      { attemptId, no, course: { id, ...course } },
    ]),
  )
}

export function listStudentAttempts(db: Db, studentId: string) {
  return db
    .selectFrom('attempt')
    .select(['signCourseId', 'round', 'no', 'counts', 'submittedAt', 'score', 'passed', 'voidedAt'])
    .where('studentId', '=', studentId)
    .orderBy('signCourseId')
    .orderBy('round')
    .orderBy('no')
    .execute()
}

/**
 * Tells whether a right answer shown now could still help: an attempt of the course runs, or an offline submission may
 * arrive. @returns seconds after the deadline, or null when it cannot help
 */
export async function findAnswerWindowSeconds(
  db: Db,
  { studentId, courseId }: { studentId: string; courseId: string },
  sealedSeconds: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('attempt')
    .innerJoin('signCourse', 'signCourse.id', 'attempt.signCourseId')
    .select(
      sql<
        number | null
      >`max(extract(epoch from interval '1 second' * ${sealedSeconds} + exam_given_back(attempt.id, deadline)))::float8`.as(
        'seconds',
      ),
    )
    .where('attempt.studentId', '=', studentId)
    .where('signCourse.courseId', '=', courseId)
    .where('attempt.voidedAt', 'is', null)
    .where(
      sql<boolean>`(submitted_at is null or submitted_by = 'DEADLINE'
        and app_now() <= deadline + interval '1 second' * ${sealedSeconds} + exam_given_back(attempt.id, deadline))`,
    )
    .executeTakeFirstOrThrow()
  return row.seconds
}

/** @param grace seconds after the deadline */
export function findAttempt(db: Db, id: string, grace: number) {
  return selectAttempt(db, grace).where('id', '=', id).executeTakeFirst()
}

const paperOf = sql<unknown>`(select paper from exam_paper where exam_paper.id = attempt.id)`.as('paper')

export type LockedAttempt = NonNullable<Awaited<ReturnType<typeof lockAttempt>>>

/** With `skipLocked` an attempt locked by another process counts as missing. */
export function lockAttempt(tx: Tx, id: string, grace: number, skipLocked = false) {
  const query = selectAttempt(tx, grace).select(['logHash', paperOf]).where('id', '=', id).forUpdate()
  return (skipLocked ? query.skipLocked() : query).executeTakeFirst()
}

const selectOverdue = (db: Db, grace: number) =>
  db
    .selectFrom('attempt')
    .select('id')
    .where('submittedAt', 'is', null)
    // Reading the clock in a subquery lets PostgreSQL use the partial index on `deadline`.
    .where('deadline', '<', sql<Date>`(select app_now()) - interval '1 second' * ${grace}`)
    .orderBy('deadline')

/** Lists the longest overdue attempt first and leaves out attempts that wait for their next try. */
export async function listOverdueAttempts(
  db: Db,
  { job, grace, limit }: { job: string; grace: number; limit: number },
): Promise<string[]> {
  const rows = await selectOverdue(db, grace).where(isNotPostponedSql(job, sql`attempt.id`)).limit(limit).execute()
  return rows.map((row) => row.id)
}

export async function listOverdueAttemptsOfStudent(db: Db, studentId: string, grace: number): Promise<string[]> {
  const rows = await selectOverdue(db, grace).where('studentId', '=', studentId).execute()
  return rows.map((row) => row.id)
}

const endsNow = sql<Date>`least(app_now(), deadline)`

/** SQL condition: passed or unfinished, and MANUAL, offline, or with a failed, doubtful or missing capture. */
export const needsReviewCondition = (end: RawBuilder<Date>, passed: RawBuilder<boolean | null>) => sql<boolean>`(
  ${passed} is distinct from false and (attempt.mode = 'MANUAL' or attempt.submitted_by is not distinct from 'SEALED' or exists (
    select from capture where attempt_id = attempt.id
      and (doubt is not null or file_id is null and (failure is not null or due_at < ${end})))))`

/** Recomputes the review flag by the rule of `needsReviewCondition`. */
export function refreshReviewFlag(tx: Tx, attemptId: string) {
  return tx
    .updateTable('attempt')
    .set({ review: needsReviewCondition(sql<Date>`submitted_at`, sql<boolean | null>`passed`) })
    .where('id', '=', attemptId)
    .execute()
}

export interface AttemptEnding {
  by: 'DEADLINE' | 'STAFF'
  answers: AnswersByQuestion
  savedSeq: number
  logHash: Buffer
  score: number
  rightCount: number
  wrongCount: number
  passed: boolean
  receipt: string
}

/** The end time is never later than the deadline. */
export function endAttempt(tx: Tx, id: string, { by, answers, ...result }: AttemptEnding) {
  return tx
    .updateTable('attempt')
    .set({
      ...result,
      answers: JSON.stringify(answers),
      submittedBy: by,
      submittedAt: endsNow,
      review: needsReviewCondition(endsNow, sql<boolean>`${result.passed}::boolean`),
    })
    .where('id', '=', id)
    .returning(attemptColumns(0))
    .executeTakeFirstOrThrow()
}

/** Lists courses without an attempt left, without a running one and without a valid pass. */
export async function listSignCoursesWithSpentRound(tx: Tx, signCourseIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select chosen.id from sign_course chosen
    join course_version version on version.id = chosen.course_version_id
    cross join lateral (
      select count(*) filter (where round = chosen.round and counts) as used,
        bool_or(submitted_at is null or passed and voided_at is null) as standing
      from attempt where sign_course_id = chosen.id
    ) sat
    where chosen.id = any(${signCourseIds}::uuid[]) and not sat.standing
      and sat.used >= version.attempts_per_round`.execute(tx)
  return rows.map(({ id }) => id)
}

export function hasAttemptInRound(tx: Tx, signCourseId: string, round: number): Promise<boolean> {
  return hasAnyRow(tx.selectFrom('attempt').where('signCourseId', '=', signCourseId).where('round', '=', round))
}
