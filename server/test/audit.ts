import { deps } from './world.ts'

/** What the log says of a subject, oldest first. */
export async function auditOf(subject: string) {
  const { db } = await deps()
  return db
    .selectFrom('auditLog')
    .select(['actor', 'staffId', 'action', 'ip', 'detail'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute()
}
