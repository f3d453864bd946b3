import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from './db/database.ts'
import { oneAtATime } from './db/one-at-a-time.ts'
import { type KeyName, type Keys, namesOf, openKeys } from './keys.ts'

/**
 * Loads the keys of a database. It remembers their ids, so that a start without them stops instead of making new ones; of two hosts
 * that start with folders of their own, the second one stops. @throws StartError naming what is missing
 */
export function openKeysOf(pool: pg.Pool, db: Db, folder: string): Promise<Keys> {
  return oneAtATime(pool, 'keys', async () => {
    const keys = await openKeys(folder, await listNeeded(db))
    await rememberKeys(db, keys)
    return keys
  })
}

/** A job: writes down what a rotation has added. */
export async function rememberKeys(db: Db, keys: Keys): Promise<void> {
  const known = await listNeeded(db)
  const added = namesOf(keys).filter(
    ({ kind, keyId }) => !known.some((one) => one.kind === kind && one.keyId === keyId),
  )
  if (added.length === 0) return
  await db
    .insertInto('usedKey')
    .values(added)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What the database was used with and nobody has given up. */
async function listNeeded(db: Db): Promise<KeyName[]> {
  return db
    .selectFrom('usedKey')
    .select(['kind', 'keyId'])
    .where('lostAt', 'is', null)
    .orderBy('firstUsedAt')
    .orderBy('keyId')
    .execute()
}

/** Gives a key up that cannot be brought back: starts do without it from now on. @returns false: no such key is needed */
export async function giveUpKey(db: Db, keyId: string, reason: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('usedKey')
    .set({ lostAt: sql`app_now()`, lostReason: reason })
    .where('keyId', '=', keyId)
    .where('lostAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
