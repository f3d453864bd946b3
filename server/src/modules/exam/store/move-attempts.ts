import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { isNotPostponedSql } from '../../../platform/db/sweep-failures.ts'

/** The attempts themselves move with their signs. */
export interface MovedExams {
  appeals: number
  rehearsals: number
  /** Extra time in percent, or null when none was moved. */
  extraTime: number | null
}

/** Blocks the end, void or reset of any attempt until the transaction ends. */
export async function lockAttemptsOfStudents(tx: Tx, studentIds: string[]): Promise<void> {
  await tx.selectFrom('attempt').select('id').where('studentId', 'in', studentIds).orderBy('id').forUpdate().execute()
}

/** Returns ids of passed attempts, which are the source ids in the hours ledger. */
export async function listPassSourceIds(db: Db, signCourseIds: string[]): Promise<string[]> {
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
 * Lists signs paid again whose passed attempt has no ledger entry, without closed accounts. Returns `limit` rows after
 * the given id.
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
    where sign.id > ${after} and ${isNotPostponedSql(job, sql`sign.id`)} and line.refunded_at is not null and not exists (select from hours_ledger entry
      where entry.student_id = attempt.student_id and entry.source = 'COURSE' and entry.source_id = attempt.id::text)
    order by sign.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Extra time moves only when the other account has none. */
export async function moveExamRows(tx: Tx, from: string, to: string): Promise<MovedExams> {
  const appeals = await sql`
    update exam_appeal set student_id = attempt.student_id from attempt
    where attempt.id = exam_appeal.attempt_id and exam_appeal.student_id in (${from}, ${to})
      and attempt.student_id <> exam_appeal.student_id`.execute(tx)
  const rehearsals = await tx
    .updateTable('examRehearsal')
    .set({ studentId: to })
    .where('studentId', '=', from)
    .executeTakeFirst()
  const theirs = await tx.deleteFrom('examExtraTime').where('studentId', '=', from).returningAll().executeTakeFirst()
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
