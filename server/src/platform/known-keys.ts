import type { Permission } from '@ce/contract'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from './db/database.ts'
import { runExclusively } from './db/one-at-a-time.ts'
import { checkOwnKeys, findDeployment } from './deployment.ts'
import { errorCodeOf } from './error-code.ts'
import { StartError } from './errors.ts'
import { listNames } from './files/durable.ts'
import { type KeyName, type Keys, listKeyNames, openKeys } from './keys.ts'

/**
 * A start without the recorded keys stops instead of creating new keys. @throws StartError that names what is missing,
 * or says whose keys these are.
 */
export function openDatabaseKeys(pool: pg.Pool, db: Db, folder: string): Promise<Keys> {
  return runExclusively(pool, 'keys', async () => {
    const claimFolder = await checkOwnKeys(folder, await findDeployment(db))
    const needed = await listNeededKeys(db)
    const names = await listNames(folder).catch((error: unknown) => {
      throw new StartError(`KEYS_DIR: ${folder} cannot be read (${errorCodeOf(error)})`)
    })
    const keys = await openKeys(folder, needed)
    await recordKeys(db, keys)
    // Keys that this database has not used yet may be those of a portal that has not marked its folder yet.
    if (needed.length > 0 || names.length === 0) await claimFolder()
    return keys
  })
}

/**
 * An integrity check: looks into KEYS_DIR again, because a running process keeps the keys that it has read when the
 * folder is lost.
 */
export async function checkKeys({ db, env }: { db: Db; env: { keysDir: string } }) {
  const needed = await listNeededKeys(db)
  const faults: string[] = []
  // Without needed keys, opening the folder would make new ones.
  if (needed.length > 0)
    await openKeys(env.keysDir, needed).catch((error: unknown) => {
      if (!(error instanceof StartError)) throw error
      faults.push(error.message)
    })
  return { checked: needed.length, faults, next: null }
}

export async function recordKeys(db: Db, keys: Keys): Promise<void> {
  const known = await listNeededKeys(db)
  const added = listKeyNames(keys).filter(
    ({ kind, keyId }) => !known.some((one) => one.kind === kind && one.keyId === keyId),
  )
  if (added.length === 0) return
  await db
    .insertInto('usedKey')
    .values(added)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Lists the keys that the database was used with and that are not declared lost. */
async function listNeededKeys(db: Db): Promise<KeyName[]> {
  return db
    .selectFrom('usedKey')
    .select(['kind', 'keyId'])
    .where('lostAt', 'is', null)
    .orderBy('firstUsedAt')
    .orderBy('keyId')
    .execute()
}

/**
 * Removes a lost key from the keys that a start needs, so that later starts work.
 * @returns false when the database does not need such a key
 */
export async function forgetKey(db: Db, keyId: string, reason: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('usedKey')
    .set({ lostAt: sql`app_now()`, lostReason: reason })
    .where('keyId', '=', keyId)
    .where('lostAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export function permittedKeys<Key extends string>(
  table: Readonly<Record<Key, Permission>>,
  held: ReadonlySet<Permission>,
): Key[] {
  return keysOf(table).filter((key) => held.has(table[key]))
}

/** The declared type lists exactly the keys of the table. */
function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(table) as Key[]
}
