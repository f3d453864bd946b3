import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

/** The tables that staff put in an order. */
export type Ordered = 'swiper' | 'friendlink'

/** Writers of one list come one after the other until the transaction ends; readers do not wait. */
export async function lockList(tx: Tx, list: Ordered): Promise<void> {
  await sql`lock table ${sql.table(list)} in share row exclusive mode`.execute(tx)
}

export async function idsInOrder(db: Db, list: Ordered): Promise<string[]> {
  const rows = await db.selectFrom(list).select('id').orderBy('position').execute()
  return rows.map(({ id }) => id)
}

/** The place behind the last; ask it with the list locked. */
export async function nextPosition(tx: Tx, list: Ordered): Promise<number> {
  const { next } = await tx
    .selectFrom(list)
    .select(sql<number>`coalesce(max(position), 0) + 1`.as('next'))
    .executeTakeFirstOrThrow()
  return next
}

export async function putInOrder(tx: Tx, list: Ordered, ids: readonly string[]): Promise<void> {
  await sql`
    update ${sql.table(list)} set position = place.no
    from unnest(${ids}::uuid[]) with ordinality as place (id, no)
    where ${sql.table(list)}.id = place.id`.execute(tx)
}

export async function removeFrom(tx: Tx, list: Ordered, id: string): Promise<void> {
  await tx.deleteFrom(list).where('id', '=', id).execute()
}
