import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { insertOnce } from '../../../platform/db/insert-once.ts'
import { likeContaining } from '../../../platform/db/like.ts'
import { type PageRequest, selectPage } from '../../../platform/db/page.ts'

export type OrganisationRow = NonNullable<Awaited<ReturnType<typeof findOrganisation>>>

/** Also finds disabled employers. The row includes the password hash. */
export function findOrganisation(db: Db, id: string) {
  return db.selectFrom('organisation').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findOrganisationByCode(db: Db, creditCode: string) {
  return db.selectFrom('organisation').selectAll().where('creditCode', '=', creditCode).executeTakeFirst()
}

export function lockOrganisation(tx: Tx, id: string) {
  return tx.selectFrom('organisation').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export interface NewOrganisation {
  id: string
  name: string
  creditCode: string
  contactName: string
  contactPhone: string
  passwordHash: string
  mustChangePassword: boolean
  createdBy: string | null
}

/** Returns false when the id or code is taken. */
export function insertOrganisation(tx: Tx, row: NewOrganisation): Promise<boolean> {
  return insertOnce(tx, 'organisation', row)
}

interface Change {
  name?: string
  contactName?: string
  contactPhone?: string
  passwordHash?: string
  mustChangePassword?: boolean
}

export async function setOrganisationColumns(tx: Tx, id: string, change: Change): Promise<void> {
  await tx
    .updateTable('organisation')
    .set({ ...change, updatedAt: sql`app_now()` })
    .where('id', '=', id)
    .execute()
}

/** When the employer is already disabled, the time of the first disabling stays. */
export async function setOrganisationDisabled(tx: Tx, id: string, disabled: boolean): Promise<void> {
  await tx
    .updateTable('organisation')
    .set({ disabledAt: disabled ? sql`coalesce(disabled_at, app_now())` : null })
    .where('id', '=', id)
    .execute()
}

/** Lists the newest employers first; the keyword matches name or code. */
export async function listOrganisations(
  db: Db,
  { keyword, ...paging }: PageRequest & { keyword?: string | undefined },
) {
  const like = keyword ? likeContaining(keyword) : null
  const found = db
    .selectFrom('organisation')
    .where((or) => (like ? or.or([or('name', 'ilike', like), or('creditCode', 'ilike', like)]) : or.lit(true)))
  const count = (state: string) =>
    sql<number>`(select count(*)::int from organisation_invitation i
      where i.organisation_id = organisation.id and i.state ${sql.raw(state)})`
  const rows = found
    .select(['id', 'name', 'creditCode', 'contactName', 'contactPhone'])
    .select(['disabledAt', 'mustChangePassword', 'createdAt'])
    .select([
      sql<Date | null>`(select max(seen_at) from organisation_session
        where organisation_id = organisation.id)`.as('lastSeenAt'),
      count(`<> 'WITHDRAWN'`).as('invited'),
      count(`= 'CONFIRMED'`).as('confirmed'),
      sql<number>`(select count(*)::int from kept_line join orders using (order_no)
        where orders.organisation_id = organisation.id)`.as('paid'),
    ])
    .orderBy('createdAt', 'desc')
    .orderBy('id')
  return selectPage(rows, paging)
}
