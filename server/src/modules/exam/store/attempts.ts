import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { isNotPostponed } from '../../../platform/db/sweep-failures.ts'
import type { Answers } from '../grade.ts'

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
    'voidReason',
    'restoredAt',
    'covered',
    'totalPoints',
    'attemptsLeft',
    'counts',
    'heardAt',
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

/** What messages say of some sittings, by their ids: which of which course, and whose. */
export async function listSittings(db: Db, ids: string[]) {
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

/** Every sitting of a student, oldest first within a course. */
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
 * Whether right answers shown now could still go into a sitting of this course: one is running, in whichever year, or the server ended it
 * and answers sealed on the device may take its place for so many seconds after the bell, what an outage of ours took not counted.
 * @returns how many after the bell, with what was given back; null: none could
 */
export async function findAnswerable(
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

/** @param grace seconds after the bell before it counts as overdue */
export function findAttempt(db: Db, id: string, grace: number) {
  return selectAttempt(db, grace).where('id', '=', id).executeTakeFirst()
}

const paperOf = sql<unknown>`(select paper from exam_paper where exam_paper.id = attempt.id)`.as(
  'paper',
)

/** A sitting under its row lock, with the paper it is judged by. */
export type LockedAttempt = NonNullable<Awaited<ReturnType<typeof lockAttempt>>>

/** `skipLocked`: undefined also when another process is just ending it. */
export function lockAttempt(tx: Tx, id: string, grace: number, skipLocked = false) {
  const query = selectAttempt(tx, grace)
    .select(['logHash', paperOf])
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

/** Sittings past deadline and grace, longest overdue first; those that the job could not end wait for their next try. */
export async function listOverdue(
  db: Db,
  { job, grace, limit }: { job: string; grace: number; limit: number },
): Promise<string[]> {
  const rows = await selectOverdue(db, grace)
    .where(isNotPostponed(job, sql`attempt.id`))
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Ids of one student's sittings past deadline and grace (seconds), longest overdue first. */
export async function listStudentOverdue(
  db: Db,
  studentId: string,
  grace: number,
): Promise<string[]> {
  const rows = await selectOverdue(db, grace).where('studentId', '=', studentId).execute()
  return rows.map((row) => row.id)
}

const endsNow = sql<Date>`least(app_now(), deadline)`

/**
 * 待核查, from facts, of whom a void would take something from: whoever has not failed. Manual mode, answers sealed on the device, a capture that failed or is doubtful, or one that was due before the
 * end and never came. One that comes within its moment clears its part again.
 */
export const reviewNeeded = (
  end: RawBuilder<Date>,
  passed: RawBuilder<boolean | null>,
) => sql<boolean>`(
  ${passed} is distinct from false and (attempt.mode = 'MANUAL' or attempt.submitted_by is not distinct from 'SEALED' or exists (
    select from capture where attempt_id = attempt.id
      and (doubt is not null or file_id is null and (failure is not null or due_at < ${end})))))`

/** Works out again whether a handed-in sitting is 待核查, by the rule of `reviewNeeded`. */
export function refreshReview(tx: Tx, attemptId: string) {
  return tx
    .updateTable('attempt')
    .set({ review: reviewNeeded(sql<Date>`submitted_at`, sql<boolean | null>`passed`) })
    .where('id', '=', attemptId)
    .execute()
}

export interface Ending {
  by: 'DEADLINE' | 'STAFF'
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
      review: reviewNeeded(endsNow, sql<boolean>`${result.passed}::boolean`),
    })
    .where('id', '=', id)
    .returning(attemptColumns(0))
    .executeTakeFirstOrThrow()
}
