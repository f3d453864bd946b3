import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'

export type SortableTable = 'swiper' | 'friendlink'

/** Writers of one list take turns; readers do not wait. */
export async function lockSortableList(tx: Tx, list: SortableTable): Promise<void> {
  await sql`lock table ${sql.table(list)} in share row exclusive mode`.execute(tx)
}

export async function listIdsInOrder(db: Db, list: SortableTable): Promise<string[]> {
  const rows = await db.selectFrom(list).select('id').where('removedAt', 'is', null).orderBy('position').execute()
  return rows.map(({ id }) => id)
}

export function nextListPosition(tx: Tx, list: SortableTable): Promise<{ count: number; next: number }> {
  return tx
    .selectFrom(list)
    .select([sql<number>`count(*)::int`.as('count'), sql<number>`coalesce(max(position), 0) + 1`.as('next')])
    .where('removedAt', 'is', null)
    .executeTakeFirstOrThrow()
}

/** The query also finds removed rows. */
export function findByCreateKey(tx: Tx, list: SortableTable, createKey: string) {
  return tx.selectFrom(list).select(['id', 'createdAs']).where('createKey', '=', createKey).executeTakeFirst()
}

export function isRemovedFromList(tx: Tx, list: SortableTable, id: string): Promise<boolean> {
  return tx
    .selectFrom(list)
    .select('id')
    .where('id', '=', id)
    .where('removedAt', 'is not', null)
    .executeTakeFirst()
    .then((row) => row !== undefined)
}

export async function setListOrder(tx: Tx, list: SortableTable, ids: readonly string[]): Promise<void> {
  await sql`
    update ${sql.table(list)} set position = place.no
    from unnest(${ids}::uuid[]) with ordinality as place (id, no)
    where ${sql.table(list)}.id = place.id`.execute(tx)
}

/** The removed row stays in the table, so that a repeated removal finds it. */
export async function setRemovedFromList(tx: Tx, list: SortableTable, id: string): Promise<void> {
  await tx.updateTable(list).set({ removedAt: sql<Date>`app_now()`, position: null }).where('id', '=', id).execute()
}

export interface NewListRow {
  position: number
  createKey: string
  createdAs: Buffer
}
