import type { Db } from '../../../platform/db/database.ts'

/** The newest consent for a sign course; older ones stay as the record. */
export function findConsent(db: Db, signCourseId: string) {
  return db
    .selectFrom('examConsent')
    .select(['mode', 'version'])
    .where('signCourseId', '=', signCourseId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

export async function insertConsent(
  db: Db,
  row: { signCourseId: string; mode: 'CAMERA' | 'MANUAL'; version: string },
): Promise<void> {
  await db.insertInto('examConsent').values(row).execute()
}
