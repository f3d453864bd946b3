import type { Db, Tx } from '../../../../platform/db/database.ts'
import { insertRow } from '../../../../platform/db/insert-once.ts'
import type { NewListRow } from './order.ts'

export interface Swiper {
  id: string
  title: string
  fileId: string
  redirectUrl: string | null
  visible: boolean
}

const columns = ['id', 'title', 'fileId', 'redirectUrl', 'visible'] as const

export function listSwipers(db: Db): Promise<Swiper[]> {
  return db.selectFrom('swiper').select(columns).where('removedAt', 'is', null).orderBy('position').execute()
}

export function findSwiper(db: Db, id: string): Promise<Swiper | undefined> {
  return db.selectFrom('swiper').select(columns).where('id', '=', id).where('removedAt', 'is', null).executeTakeFirst()
}

export function insertSwiper(tx: Tx, row: Omit<Swiper, 'id'> & NewListRow): Promise<string> {
  return insertRow(tx, 'swiper', row)
}

export async function updateSwiper(tx: Tx, { id, ...row }: Swiper): Promise<void> {
  await tx.updateTable('swiper').set(row).where('id', '=', id).execute()
}
