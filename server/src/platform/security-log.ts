import type { AuditAction } from '@ce/contract'
import type { securityEventNames } from '@ce/contract/security-event-names'
import { sql } from 'kysely'
import { countOf } from './db/count.ts'
import type { Db } from './db/database.ts'

/** Where a request came from: whoever tries to sign in, or a student. */
export interface Visitor {
  ip: string
  userAgent: string
}

/**
 * A sign-in under a name that nobody has. Strangers make up as many as they like: it is kept where rows are deleted in time, in a row as the
 * audit log has of a known name. What was typed is not kept: it may be a password in the wrong place.
 */
export function strangerEvent(db: Db, visitor: Visitor, event: AuditAction): Promise<void> {
  return insertEvent(db, { ...visitor, studentId: null, event })
}

/** What has a name for the student whose account it happened to. */
export type SecurityEvent = keyof typeof securityEventNames

/** A security event of one student: sign-in, failure, password, proof … Never a secret in `detail`. */
export async function securityEvent(
  db: Db,
  entry: Entry & { event: SecurityEvent },
): Promise<void> {
  await insertEvent(db, entry)
}

interface Entry extends Visitor {
  studentId: string | null
  event: string
  detail?: Record<string, unknown>
}

async function insertEvent(db: Db, entry: Entry): Promise<void> {
  await db
    .insertInto('securityLog')
    .values({
      ...entry,
      userAgent: entry.userAgent.slice(0, 300),
      detail: JSON.stringify(entry.detail ?? {}),
    })
    .execute()
}

/** How many such events a student has had in the last 24 hours; exact while whoever leaves them holds the student's row. */
export function countSecurityEvents(db: Db, studentId: string, event: string): Promise<number> {
  return countOf(
    db
      .selectFrom('securityLog')
      .where('studentId', '=', studentId)
      .where('event', '=', event)
      .where('at', '>', sql<Date>`app_now() - interval '1 day'`),
  )
}

/** the law's floor, whatever is asked for (Cybersecurity Law, article 21) */
const securityLogDays = 180

/** Deletes security events of so long ago. @returns how many, `limit` at most */
export async function forgetSecurityEvents(db: Db, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with old as (
      select id from security_log where at < (select app_now()) - interval '1 day' * ${Math.max(days, securityLogDays)}::int
      order by at limit ${limit} for update skip locked)
    delete from security_log using old where security_log.id = old.id`.execute(db)
  return Number(numAffectedRows ?? 0)
}
