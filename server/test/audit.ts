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

/** What was done to a subject, oldest first. */
export async function actionsOf(subject: string): Promise<string[]> {
  return (await auditOf(subject)).map(({ action }) => action)
}
