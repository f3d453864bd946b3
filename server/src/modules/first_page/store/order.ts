import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

/** The tables that staff put in an order. */
export type Ordered = 'swiper' | 'friendlink'

/** Writers of one list come one after the other until the transaction ends; readers do not wait. */
export async function lockList(tx: Tx, list: Ordered): Promise<void> {
  await sql`lock table ${sql.table(list)} in share row exclusive mode`.execute(tx)
}

/** All that are not removed. */
export async function idsInOrder(db: Db, list: Ordered): Promise<string[]> {
  const rows = await db
    .selectFrom(list)
    .select('id')
    .where('removedAt', 'is', null)
    .orderBy('position')
    .execute()
  return rows.map(({ id }) => id)
}

/** How many there are and the place behind the last; ask it with the list locked. */
export function endOf(tx: Tx, list: Ordered): Promise<{ count: number; next: number }> {
  return tx
    .selectFrom(list)
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`coalesce(max(position), 0) + 1`.as('next'),
    ])
    .where('removedAt', 'is', null)
    .executeTakeFirstOrThrow()
}

/** What was made with that key, also when it was removed since; and what was asked for with it. */
export function findMade(tx: Tx, list: Ordered, createKey: string) {
  return tx
    .selectFrom(list)
    .select(['id', 'createdAs'])
    .where('createKey', '=', createKey)
    .executeTakeFirst()
}

/** Removed, not deleted: the same removal again is known. */
export function wasRemoved(tx: Tx, list: Ordered, id: string): Promise<boolean> {
  return tx
    .selectFrom(list)
    .select('id')
    .where('id', '=', id)
    .where('removedAt', 'is not', null)
    .executeTakeFirst()
    .then((row) => row !== undefined)
}

/** Places 1, 2, 3 … in the order given. */
export async function putInOrder(tx: Tx, list: Ordered, ids: readonly string[]): Promise<void> {
  await sql`
    update ${sql.table(list)} set position = place.no
    from unnest(${ids}::uuid[]) with ordinality as place (id, no)
    where ${sql.table(list)}.id = place.id`.execute(tx)
}

/** Takes a row out of its list; its place is free. */
export async function removeFrom(tx: Tx, list: Ordered, id: string): Promise<void> {
  await tx
    .updateTable(list)
    .set({ removedAt: sql<Date>`app_now()`, position: null })
    .where('id', '=', id)
    .execute()
}

/** What every new row of such a list carries. */
export interface NewInList {
  position: number
  createKey: string
  createdAs: Buffer
}
