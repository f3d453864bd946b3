import type { AuditAction } from '@ce/contract'
import { sql } from 'kysely'
import type { Db } from './db/database.ts'

export interface AuditEntry {
  /** a member of staff by username, `system`, or `student:…` */
  actor: string
  action: AuditAction
  /** the row it was done to */
  subject: string
  /** from where; none for what the portal does by itself */
  ip?: string | undefined
  /** before, after, reason …; never a secret */
  detail?: Record<string, unknown>
}

/** Leaves an audit row; call it in the transaction of the write it tells of (house rule 3). */
export async function audit(db: Db, entry: AuditEntry): Promise<void> {
  const { actor, action, subject, ip = null, detail = {} } = entry
  await db
    .insertInto('auditLog')
    .values({
      actor,
      action,
      subject,
      ip,
      // a username never changes and is never given away again: it names its row for good
      staffId: sql<string | null>`(select id from staff where username = ${actor})`,
      detail: JSON.stringify(detail),
    })
    .execute()
}

/** The same of what a member of staff did at a desk. */
export function auditStaff(
  tx: Db,
  { username, ip }: { username: string; ip: string },
  action: AuditAction,
  subject: string,
  detail: Record<string, unknown>,
): Promise<void> {
  return audit(tx, { actor: username, ip, action, subject, detail })
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
