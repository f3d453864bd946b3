import { deps } from './world.ts'

export async function listAuditRowsOf(subject: string) {
  const { db } = await deps()
  return db
    .selectFrom('auditLog')
    .select(['actor', 'staffId', 'action', 'ip', 'detail'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute()
}

export async function listAuditActionsOf(subject: string): Promise<string[]> {
  return (await listAuditRowsOf(subject)).map(({ action }) => action)
}
