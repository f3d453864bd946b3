import type { Db, Tx } from '../../../platform/db/database.ts'

export interface Friendlink {
  id: string
  title: string
  redirectUrl: string
  visible: boolean
}

const columns = ['id', 'title', 'redirectUrl', 'visible'] as const

export function listFriendlinks(db: Db): Promise<Friendlink[]> {
  return db.selectFrom('friendlink').select(columns).orderBy('position').execute()
}

export function findFriendlink(db: Db, id: string): Promise<Friendlink | undefined> {
  return db.selectFrom('friendlink').select(columns).where('id', '=', id).executeTakeFirst()
}

export async function insertFriendlink(
  tx: Tx,
  row: Omit<Friendlink, 'id'> & { position: number },
): Promise<string> {
  const { id } = await tx
    .insertInto('friendlink')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateFriendlink(tx: Tx, { id, ...row }: Friendlink): Promise<void> {
  await tx.updateTable('friendlink').set(row).where('id', '=', id).execute()
}
