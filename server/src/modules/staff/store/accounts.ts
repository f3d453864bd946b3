import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

/** @throws 23505 when the username is taken */
export async function insertStaff(
  db: Db,
  row: { username: string; name: string; passwordHash: string; mustChangePassword: boolean },
): Promise<string> {
  const { id } = await db.insertInto('staff').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export type StaffRow = NonNullable<Awaited<ReturnType<typeof findStaff>>>

/** An account, disabled ones too. */
export function findStaff(db: Db, id: string) {
  return db.selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The same by username, which is lower case. */
export function findByUsername(db: Db, username: string) {
  return db.selectFrom('staff').selectAll().where('username', '=', username).executeTakeFirst()
}

/** The row as it is now, under its lock: who checks or changes it goes one after the other. */
export function lockStaff(tx: Tx, id: string) {
  return tx.selectFrom('staff').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

interface Change {
  name?: string
  passwordHash?: string
  mustChangePassword?: boolean
  totpSecret?: Buffer | null
  totpPending?: Buffer | null
  totpLastStep?: number
  disabledAt?: Date | null
}

/** Sets the given columns, and when. */
export async function changeStaff(db: Db, id: string, change: Change): Promise<void> {
  await db
    .updateTable('staff')
    .set({ ...change, updatedAt: sql`app_now()` })
    .where('id', '=', id)
    .execute()
}

/** Disabled since now, or, if it was, since then. */
export async function disableStaff(db: Db, id: string): Promise<void> {
  await db
    .updateTable('staff')
    .set({ disabledAt: sql`coalesce(disabled_at, app_now())`, updatedAt: sql`app_now()` })
    .where('id', '=', id)
    .execute()
}
