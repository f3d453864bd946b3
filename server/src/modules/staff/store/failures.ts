import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { type LockRule, lockedNames } from '../../../platform/db/lockout.ts'

/** Attempts under one name go one after the other until the transaction ends. */
export async function lockName(tx: Tx, nameHash: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${nameHash.readInt32BE(0)}, ${nameHash.readInt32BE(4)})`.execute(
    tx,
  )
}

/** The seconds for which a name stays locked; 0: it is open. */
export async function lockedSeconds(db: Db, nameHash: Buffer, rule: LockRule): Promise<number> {
  const own = sql`select username_hash as name, id, at from staff_login_failure where username_hash = ${nameHash}`
  const { rows } = await sql<{ left: number }>`
    select locked.left from ${lockedNames(own, rule)} locked`.execute(db)
  return rows[0]?.left ?? 0
}

/** Names the failure, to take it back. */
export async function addFailure(db: Db, usernameHash: Buffer): Promise<number> {
  const { id } = await db
    .insertInto('staffLoginFailure')
    .values({ usernameHash })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** As if that attempt had not been made. */
export async function takeBackFailure(db: Db, id: number): Promise<void> {
  await db.deleteFrom('staffLoginFailure').where('id', '=', id).execute()
}

/** Forgets all failures under a name; a lock opens. */
export async function clearFailures(db: Db, usernameHash: Buffer): Promise<void> {
  await db.deleteFrom('staffLoginFailure').where('usernameHash', '=', usernameHash).execute()
}

/** Those that no window of the rule can reach any more. */
export async function forgetFailures(db: Db, windowSeconds: number): Promise<void> {
  await db
    .deleteFrom('staffLoginFailure')
    .where('at', '<', sql<Date>`(select app_now()) - interval '1 second' * ${3 * windowSeconds}`)
    .execute()
}
