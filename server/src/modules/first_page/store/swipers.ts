import type { Db, Tx } from '../../../platform/db/database.ts'

export interface Swiper {
  id: string
  title: string
  fileId: string
  redirectUrl: string | null
  visible: boolean
}

const columns = ['id', 'title', 'fileId', 'redirectUrl', 'visible'] as const

export function listSwipers(db: Db): Promise<Swiper[]> {
  return db.selectFrom('swiper').select(columns).orderBy('position').execute()
}

export function findSwiper(db: Db, id: string): Promise<Swiper | undefined> {
  return db.selectFrom('swiper').select(columns).where('id', '=', id).executeTakeFirst()
}

export async function insertSwiper(
  tx: Tx,
  row: Omit<Swiper, 'id'> & { position: number },
): Promise<string> {
  const { id } = await tx.insertInto('swiper').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateSwiper(tx: Tx, { id, ...row }: Swiper): Promise<void> {
  await tx.updateTable('swiper').set(row).where('id', '=', id).execute()
}
