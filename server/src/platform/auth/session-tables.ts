import type { AuditAction } from '@ce/contract'
import { sql } from 'kysely'
import type pg from 'pg'
import { isReadOnly } from '../db/connection-lost.ts'
import type { Db } from '../db/database.ts'
import { hashToken, newToken } from './tokens.ts'

/** Students, staff and employers have sessions of their own: none of them is another's. */
const owners = {
  session: 'studentId',
  staffSession: 'staffId',
  organisationSession: 'organisationId',
} as const
type SessionTable = keyof typeof owners

/** Which of somebody's sessions: one, all but one, or all. By hash, in hex. */
export interface Which {
  only?: string
  except?: string
}

/** A new session; the token is shown to its owner once and never kept. */
export async function issueSession(db: Db, table: SessionTable, ownerId: string): Promise<string> {
  const token = newToken()
  await sql`
    insert into ${sql.table(table)} (token_hash, ${sql.ref(owners[table])})
    values (${hashToken(token)}, ${ownerId})`.execute(db)
  return token
}

/** Notes what a look-up found of sessions. A database that is read-only for a while keeps nobody from reading. */
export async function writeUnlessReadOnly(
  pool: pg.Pool,
  updateSql: string,
  value: unknown,
): Promise<void> {
  await pool.query(updateSql, [value]).catch((error: unknown) => {
    if (!isReadOnly(error)) throw error
  })
}

/** Ends sessions of one owner, at the commit of the caller's transaction. @returns the hashes of what ended, in hex */
export async function endSessions(
  db: Db,
  table: SessionTable,
  ownerId: string,
  { only, except }: Which,
): Promise<string[]> {
  const not = except ? sql`and token_hash <> ${Buffer.from(except, 'hex')}` : sql``
  const one = only ? sql`and token_hash = ${Buffer.from(only, 'hex')}` : sql``
  const { rows } = await sql<{ tokenHash: Buffer }>`
    with held as (
      select token_hash from ${sql.table(table)}
      where ${sql.ref(owners[table])} = ${ownerId} and revoked_at is null ${one} ${not}
      order by token_hash for no key update)
    update ${sql.table(table)} as ended set revoked_at = app_now()
    from held where ended.token_hash = held.token_hash
    returning ended.token_hash`.execute(db)
  return rows.map(({ tokenHash }) => tokenHash.toString('hex'))
}

/**
 * Whether the last such change of the session's account was made by this session: it ends every other one, so that a session which began
 * before it has made it. `session`: its hash, in hex.
 */
export async function hasMade(
  db: Db,
  table: 'staffSession' | 'organisationSession',
  session: string,
  { action, subject }: { action: AuditAction; subject: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(table)} as own where token_hash = ${Buffer.from(session, 'hex')} and revoked_at is null
      and exists (select from audit_log where subject = ${subject} and action = ${action} and at >= own.created_at)`.execute(
    db,
  )
  return rows.length > 0
}
