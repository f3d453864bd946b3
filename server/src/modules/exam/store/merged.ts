import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { isNotPostponed } from '../../../platform/db/sweep-failures.ts'

/** What of two accounts of one person is moved here, besides the sittings themselves: those follow their signs by key. */
export interface Moved {
  appeals: number
  rehearsals: number
  /** percent; null: none was moved */
  extraTime: number | null
}

/** Whatever ends, voids or resets one of these students' sittings waits until the transaction ends. */
export async function lockSittings(tx: Tx, studentIds: string[]): Promise<void> {
  await tx
    .selectFrom('attempt')
    .select('id')
    .where('studentId', 'in', studentIds)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Sittings of these sign courses that were passed and stand: the names of their hours in the ledger. */
export async function listPasses(db: Db, signCourseIds: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('attempt')
    .select('id')
    .where('signCourseId', '=', sql<string>`any(${signCourseIds}::uuid[])`)
    .where('passed', '=', true)
    .where('voidedAt', 'is', null)
    .where('covered', '=', false)
    .execute()
  return rows.map(({ id }) => id)
}

/** The same of signs, with what their hours are credited by. */
export function listPassesOfSigns(tx: Tx, signIds: string[]) {
  return tx
    .selectFrom('attempt')
    .innerJoin('signCourse', 'signCourse.id', 'attempt.signCourseId')
    .select(['attempt.id', 'attempt.studentId', 'attempt.signCourseId'])
    .where('signCourse.signId', '=', sql<string>`any(${signIds}::uuid[])`)
    .where('attempt.passed', '=', true)
    .where('attempt.voidedAt', 'is', null)
    .where('attempt.covered', '=', false)
    .execute()
}

/**
 * Paid signs whose money was back once, with a pass that the ledger knows nothing of, after this one so many at most; none of closed
 * accounts. What was credited and reversed is known to it.
 */
export async function listSignsMissingHours(
  db: Db,
  { job, after, limit }: { job: string; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct sign.id from order_line line
    join sign on sign.id = line.sign_id and sign.paid_at is not null and sign.refunded_at is null
    join student on student.id = sign.student_id and student.closed_at is null
    join sign_course on sign_course.sign_id = sign.id
    join attempt on attempt.sign_course_id = sign_course.id and attempt.passed and attempt.voided_at is null and not attempt.covered
    where sign.id > ${after} and ${isNotPostponed(job, sql`sign.id`)} and line.refunded_at is not null and not exists (select from hours_ledger entry
      where entry.student_id = attempt.student_id and entry.source = 'COURSE' and entry.source_id = attempt.id::text)
    order by sign.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** An appeal goes where its sitting went, whichever way; the extra time only where the other has none. */
export async function moveExamRows(tx: Tx, from: string, to: string): Promise<Moved> {
  const appeals = await sql`
    update exam_appeal set student_id = attempt.student_id from attempt
    where attempt.id = exam_appeal.attempt_id and exam_appeal.student_id in (${from}, ${to})
      and attempt.student_id <> exam_appeal.student_id`.execute(tx)
  const rehearsals = await tx
    .updateTable('examRehearsal')
    .set({ studentId: to })
    .where('studentId', '=', from)
    .executeTakeFirst()
  const theirs = await tx
    .deleteFrom('examExtraTime')
    .where('studentId', '=', from)
    .returningAll()
    .executeTakeFirst()
  const moved =
    theirs &&
    (await tx
      .insertInto('examExtraTime')
      .values({ ...theirs, studentId: to })
      .onConflict((conflict) => conflict.doNothing())
      .returning('percent')
      .executeTakeFirst())
  return {
    appeals: Number(appeals.numAffectedRows ?? 0),
    rehearsals: Number(rehearsals.numUpdatedRows),
    extraTime: moved?.percent ?? null,
  }
}
