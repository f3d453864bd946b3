import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'
import { insertRow } from '../../../../platform/db/insert-once.ts'
import { likeContaining } from '../../../../platform/db/like.ts'
import { type PageRequest, selectPage } from '../../../../platform/db/page.ts'

/** @throws 23505 when the username is taken */
export function insertStaffRow(
  db: Db,
  row: { username: string; name: string; passwordHash: string; mustChangePassword: boolean },
): Promise<string> {
  return insertRow(db, 'staff', row)
}

export type StaffRow = NonNullable<Awaited<ReturnType<typeof findStaff>>>

export function findStaff(db: Db, id: string) {
  return db.selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findStaffByUsername(db: Db, username: string) {
  return db.selectFrom('staff').selectAll().where('username', '=', username).executeTakeFirst()
}

export function lockStaff(tx: Tx, id: string) {
  return tx.selectFrom('staff').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** Lists confirmed and unconfirmed secrets of one-time codes, encrypted. */
export async function listTotpSecrets(db: Db): Promise<{ id: string; secret: Buffer }[]> {
  const rows = await db.selectFrom('staff').select(['id', 'totpSecret', 'totpPending']).orderBy('id').execute()
  return rows.flatMap(({ id, totpSecret, totpPending }) =>
    [totpSecret, totpPending].flatMap((secret) => (secret ? [{ id, secret }] : [])),
  )
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

export async function updateStaffColumns(db: Db, id: string, change: Change): Promise<void> {
  await db
    .updateTable('staff')
    .set({ ...change, updatedAt: sql`app_now()` })
    .where('id', '=', id)
    .execute()
}

/** Disabling an account again keeps the first time. */
export async function setStaffDisabled(db: Db, id: string): Promise<void> {
  await db
    .updateTable('staff')
    .set({ disabledAt: sql`coalesce(disabled_at, app_now())`, updatedAt: sql`app_now()` })
    .where('id', '=', id)
    .execute()
}

/** The keyword matches username or name. */
export function listStaff(db: Db, { keyword, ...paging }: PageRequest & { keyword?: string | undefined }) {
  const like = keyword ? likeContaining(keyword) : null
  const found = db
    .selectFrom('staff')
    .where((or) => (like ? or.or([or('username', 'ilike', like), or('name', 'ilike', like)]) : or.lit(true)))
  const rows = found
    .select(['id', 'username', 'name', 'disabledAt', 'createdAt'])
    .select([
      sql<boolean>`totp_secret is not null`.as('hasTotp'),
      sql<Date | null>`(select max(seen_at) from staff_session where staff_id = staff.id)`.as('lastSeenAt'),
    ])
    .orderBy('createdAt')
    .orderBy('id')
  return selectPage(rows, paging)
}

export function listUsernamesWithNames(db: Db) {
  return db.selectFrom('staff').select(['username', 'name']).orderBy('username').execute()
}
