import type { AuditAction } from '@ce/contract'
import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from './db/database.ts'
import { countQueryRows } from './db/page.ts'

export interface AuditEntry {
  /** A staff username, `system`, a student or an employer. */
  actor: string
  action: AuditAction
  subject: string
  /** Missing for actions of the portal itself. */
  ip?: string | undefined
  /** Audit details never contain a secret. */
  detail?: Record<string, unknown> | undefined
}

/** A staff member, or the portal itself. */
export interface AuditAuthor {
  username: string
  ip?: string | undefined
}

export const systemAuthor: AuditAuthor = { username: 'system' }

export function studentActorName(studentId: string): string {
  return `student:${studentId}`
}

/**
 * Returns the student id in the actor of an audit row. For other actors the result is empty, which is no student id.
 */
export function parseStudentActor(actor: string): string {
  return actor.startsWith('student:') ? actor.slice('student:'.length) : ''
}

export function employerActorName(organisationId: string): string {
  return `organisation:${organisationId}`
}

/** Call `audit` in the transaction of the audited write (docs/rules/staff.md#audit). */
export async function audit(db: Db, entry: AuditEntry): Promise<void> {
  const { actor, action, subject, ip = null, detail = {} } = entry
  await db
    .insertInto('auditLog')
    .values({
      actor,
      action,
      subject,
      ip,
      // A username never changes and is never reused, so it identifies its row.
      staffId: sql<string | null>`(select id from staff where username = ${actor})`,
      detail: JSON.stringify(detail),
    })
    .execute()
}

export function auditStaff(
  db: Db,
  { username: actor, ip }: AuditAuthor,
  action: AuditAction,
  subject: string,
  detail?: Record<string, unknown>,
): Promise<void> {
  return audit(db, { actor, ip, action, subject, detail })
}

/** One statement writes all rows, because single inserts would hold locks too long. */
export async function auditRows(
  tx: Tx,
  { actor, action }: Pick<AuditEntry, 'actor' | 'action'>,
  rows: { subject: string; detail: Record<string, unknown> }[],
): Promise<void> {
  const subjects = rows.map(({ subject }) => subject)
  const details = rows.map(({ detail }) => JSON.stringify(detail))
  await sql`
    insert into audit_log (actor, staff_id, action, subject, detail)
    select ${actor}, (select id from staff where username = ${actor}), ${action}, subject, detail::jsonb
    from unnest(${subjects}::text[], ${details}::text[]) as done (subject, detail)`.execute(tx)
}

/** Counts audit rows of the last 24 hours. The number is exact only if callers are serialized. */
export function countAudited(db: Db, { actor, action }: Pick<AuditEntry, 'actor' | 'action'>): Promise<number> {
  return countQueryRows(
    db
      .selectFrom('auditLog')
      .where('actor', '=', actor)
      .where('action', '=', action)
      .where('at', '>', sql<Date>`app_now() - interval '1 day'`),
  )
}

/** Repeated views within this time count as one, because an open page loads its data again and again. */
const oneLook = '30 minutes'

/** Repeated views within half an hour give one row. */
export function auditViewed(
  db: Db,
  staff: AuditAuthor,
  look: { action: AuditAction; studentId: string; detail: Record<string, unknown> },
): Promise<void> {
  const { username: actor } = staff
  const { action, studentId: subject, detail } = look
  return inTransaction(db, async (tx) => {
    // A page sends several calls at once, so each call waits for the audit row of the others.
    await sql`select pg_advisory_xact_lock(hashtext(${actor}), hashtext(${action + subject}))`.execute(tx)
    const { rows } = await sql`
      select from audit_log where actor = ${actor} and action = ${action} and subject = ${subject}
        and detail = ${JSON.stringify(detail)}::jsonb and at > app_now() - interval '${sql.raw(oneLook)}' limit 1`.execute(
      tx,
    )
    if (rows.length === 0) await auditStaff(tx, staff, action, subject, detail)
  })
}
