import type { AuditAction } from '@ce/contract'
import type { securityEventNames } from '@ce/contract/security-event-names'
import { sql } from 'kysely'
import type { Db } from './db/database.ts'
import { countQueryRows } from './db/page.ts'

export interface Visitor {
  ip: string
  userAgent: string
}

/** The typed username is not stored, because it may be a password. */
export function recordUnknownNameEvent(db: Db, visitor: Visitor, event: AuditAction): Promise<void> {
  return insertEvent(db, { ...visitor, studentId: null, event })
}

/** Security events that have a Chinese name, which the student sees. */
export type SecurityEvent = keyof typeof securityEventNames

/** `detail` must never contain a secret. */
export async function recordSecurityEvent(db: Db, entry: Entry & { event: SecurityEvent }): Promise<void> {
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

/** The count is exact only if the caller has locked the student's row. */
export function countSecurityEvents(db: Db, studentId: string, event: string): Promise<number> {
  return countQueryRows(
    db
      .selectFrom('securityLog')
      .where('studentId', '=', studentId)
      .where('event', '=', event)
      .where('at', '>', sql<Date>`app_now() - interval '1 day'`),
  )
}

/** Minimum number of days that the law requires (Cybersecurity Law, article 21). */
const securityLogDays = 180

/** @returns the number of deleted events, at most `limit` */
export async function forgetSecurityEvents(db: Db, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with old as (
      select id from security_log where at < (select app_now()) - interval '1 day' * ${Math.max(days, securityLogDays)}::int
      order by at limit ${limit} for update skip locked)
    delete from security_log using old where security_log.id = old.id`.execute(db)
  return Number(numAffectedRows ?? 0)
}
