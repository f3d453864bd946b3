import type { Db } from './db/database.ts'

/** Leaves an audit row; call it in the transaction of the write it tells of (house rule 3). */
export async function audit(
  db: Db,
  entry: { actor: string; action: string; subject: string; detail?: Record<string, unknown> },
): Promise<void> {
  await db
    .insertInto('auditLog')
    .values({ ...entry, detail: JSON.stringify(entry.detail ?? {}) })
    .execute()
}

/** A security event of one student: sign-in, failure, password, proof … Never a secret in `detail`. */
export async function securityEvent(
  db: Db,
  entry: {
    studentId: string | null
    event: string
    ip: string
    userAgent: string
    detail?: Record<string, unknown>
  },
): Promise<void> {
  await db
    .insertInto('securityLog')
    .values({
      ...entry,
      userAgent: entry.userAgent.slice(0, 300),
      detail: JSON.stringify(entry.detail ?? {}),
    })
    .execute()
}
