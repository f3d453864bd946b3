import type { Db, Tx } from '../../../../platform/db/database.ts'
import { insertRow } from '../../../../platform/db/insert-once.ts'
import type { NewListRow } from './order.ts'

export interface Friendlink {
  id: string
  title: string
  redirectUrl: string
  visible: boolean
}

const columns = ['id', 'title', 'redirectUrl', 'visible'] as const

export function listFriendlinks(db: Db): Promise<Friendlink[]> {
  return db.selectFrom('friendlink').select(columns).where('removedAt', 'is', null).orderBy('position').execute()
}

export function findFriendlink(db: Db, id: string): Promise<Friendlink | undefined> {
  return db
    .selectFrom('friendlink')
    .select(columns)
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
}

export function insertFriendlink(tx: Tx, row: Omit<Friendlink, 'id'> & NewListRow): Promise<string> {
  return insertRow(tx, 'friendlink', row)
}

export async function updateFriendlink(tx: Tx, { id, ...row }: Friendlink): Promise<void> {
  await tx.updateTable('friendlink').set(row).where('id', '=', id).execute()
}
