import type { AuditAction } from '@ce/contract'
import { sql } from 'kysely'
import { countOf } from './db/count.ts'
import { type Db, inTransaction, type Tx } from './db/database.ts'

export interface AuditEntry {
  /** a member of staff by username, `system`, a student or an employer (below) */
  actor: string
  action: AuditAction
  /** the row it was done to */
  subject: string
  /** from where; none for what the portal does by itself */
  ip?: string | undefined
  /** before, after, reason …; never a secret */
  detail?: Record<string, unknown> | undefined
}

/** Who does something at a desk: a member of staff from somewhere, or the portal itself (imports, seeds, commands). */
export interface Author {
  username: string
  ip?: string | undefined
}

/** Signs what no person did; as a username it is nobody's. */
export const systemAuthor: Author = { username: 'system' }

/** A student as audit rows name them: no username has this form. */
export function actorOfStudent(studentId: string): string {
  return `student:${studentId}`
}

/** The id in it; of any other actor nothing that is an id. */
export function studentOfActor(actor: string): string {
  return actor.startsWith('student:') ? actor.slice('student:'.length) : ''
}

/** An employer in the same way. */
export function actorOfEmployer(organisationId: string): string {
  return `organisation:${organisationId}`
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

/** The same of what was done at a desk. */
export function auditStaff(
  db: Db,
  { username: actor, ip }: Author,
  action: AuditAction,
  subject: string,
  detail?: Record<string, unknown>,
): Promise<void> {
  return audit(db, { actor, ip, action, subject, detail })
}

/** Leaves the rows of what was done to many rows at once, in one statement: thousands of them hold up what waits for it. */
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

/** How often somebody has done so in the last 24 hours; exact while whoever leaves such rows goes one after the other. */
export function countAudited(
  db: Db,
  { actor, action }: Pick<AuditEntry, 'actor' | 'action'>,
): Promise<number> {
  return countOf(
    db
      .selectFrom('auditLog')
      .where('actor', '=', actor)
      .where('action', '=', action)
      .where('at', '>', sql<Date>`app_now() - interval '1 day'`),
  )
}

/** a page that stands open asks again and again: that is one look */
const oneLook = '30 minutes'

/**
 * Leaves a row when a member of staff looks at what is a student's own: who, at whom, at what, from where. The same look goes on for half
 * an hour, whatever the page asks for meanwhile.
 */
export function auditLook(
  db: Db,
  staff: Author,
  look: { action: AuditAction; studentId: string; detail: Record<string, unknown> },
): Promise<void> {
  const { username: actor } = staff
  const { action, studentId: subject, detail } = look
  return inTransaction(db, async (tx) => {
    // what one page asks for at once is asked for here in turn
    await sql`select pg_advisory_xact_lock(hashtext(${actor}), hashtext(${action + subject}))`.execute(
      tx,
    )
    const { rows } = await sql`
      select from audit_log where actor = ${actor} and action = ${action} and subject = ${subject}
        and detail = ${JSON.stringify(detail)}::jsonb and at > app_now() - interval '${sql.raw(oneLook)}' limit 1`.execute(
      tx,
    )
    if (rows.length === 0) await auditStaff(tx, staff, action, subject, detail)
  })
}
