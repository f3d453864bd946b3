import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

/** The newest consent for a sign course; older ones stay as the record. */
export function findConsent(db: Db, signCourseId: string) {
  return db
    .selectFrom('examConsent')
    .select(['mode', 'version'])
    .where('signCourseId', '=', signCourseId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** Consents to one exam are given one after the other until the transaction ends. @returns how many were given today */
export async function lockConsents(tx: Tx, signCourseId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`exam consent ${signCourseId}`}, 0))`.execute(
    tx,
  )
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from exam_consent
    where sign_course_id = ${signCourseId} and shanghai_date(at) = shanghai_date(app_now())`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

export async function insertConsent(
  db: Db,
  row: { signCourseId: string; mode: 'CAMERA' | 'MANUAL'; version: string },
): Promise<void> {
  await db.insertInto('examConsent').values(row).execute()
}
