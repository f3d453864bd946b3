import { sql } from 'kysely'
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
    update ${sql.table(table)} set revoked_at = app_now()
    where ${sql.ref(owners[table])} = ${ownerId} and revoked_at is null ${one} ${not}
    returning token_hash`.execute(db)
  return rows.map(({ tokenHash }) => tokenHash.toString('hex'))
}
