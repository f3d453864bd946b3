import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

/** Finds the newest consent. Older consents stay in the table as a record. */
export function findExamConsent(db: Db, signCourseId: string) {
  return db
    .selectFrom('examConsent')
    .select(['mode', 'version'])
    .where('signCourseId', '=', signCourseId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** Serializes consents to one exam. @returns how many were given today */
export async function lockExamConsents(tx: Tx, signCourseId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`exam consent ${signCourseId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from exam_consent
    where sign_course_id = ${signCourseId} and shanghai_date(at) = shanghai_date(app_now())`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function insertExamConsent(
  db: Db,
  row: { signCourseId: string; mode: 'CAMERA' | 'MANUAL'; version: string },
): Promise<void> {
  await db.insertInto('examConsent').values(row).execute()
}

/** The newest rows come first; `counts` marks the newest of each course. */
export function listExamConsents(db: Db, studentId: string) {
  return db
    .selectFrom('examConsent')
    .innerJoin('signCourse', 'signCourse.id', 'examConsent.signCourseId')
    .innerJoin('course', 'course.id', 'signCourse.courseId')
    .innerJoin('plan', 'plan.id', 'signCourse.planId')
    .select([
      'course.title as courseTitle',
      'plan.year',
      'examConsent.mode',
      'examConsent.version',
      'examConsent.at',
      sql<boolean>`not exists (select from exam_consent later
        where later.sign_course_id = exam_consent.sign_course_id and later.id > exam_consent.id)`.as('counts'),
    ])
    .where('signCourse.studentId', '=', studentId)
    .orderBy('examConsent.id', 'desc')
    .execute()
}

/** Switches to the MANUAL mode for attempts that start later. @returns number of courses */
export async function withdrawCameraConsents(tx: Tx, studentId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into exam_consent (sign_course_id, mode, version)
    select sign_course_id, 'MANUAL', version from (
      select distinct on (sign_course_id) sign_course_id, mode, version from exam_consent
      join sign_course on sign_course.id = exam_consent.sign_course_id and sign_course.student_id = ${studentId}
      order by sign_course_id, exam_consent.id desc) as newest
    where mode = 'CAMERA'`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
