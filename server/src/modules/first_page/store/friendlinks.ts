import type { Db, Tx } from '../../../platform/db/database.ts'
import type { NewInList } from './order.ts'

export interface Friendlink {
  id: string
  title: string
  redirectUrl: string
  visible: boolean
}

const columns = ['id', 'title', 'redirectUrl', 'visible'] as const

/** All that are not removed, in their order. */
export function listFriendlinks(db: Db): Promise<Friendlink[]> {
  return db
    .selectFrom('friendlink')
    .select(columns)
    .where('removedAt', 'is', null)
    .orderBy('position')
    .execute()
}

/** One that is not removed. */
export function findFriendlink(db: Db, id: string): Promise<Friendlink | undefined> {
  return db
    .selectFrom('friendlink')
    .select(columns)
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
}

/** The new row's id. */
export async function insertFriendlink(
  tx: Tx,
  row: Omit<Friendlink, 'id'> & NewInList,
): Promise<string> {
  const { id } = await tx
    .insertInto('friendlink')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Its words, address and visibility; never its place. */
export async function updateFriendlink(tx: Tx, { id, ...row }: Friendlink): Promise<void> {
  await tx.updateTable('friendlink').set(row).where('id', '=', id).execute()
}
