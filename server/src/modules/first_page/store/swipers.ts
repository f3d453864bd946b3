import type { Db, Tx } from '../../../platform/db/database.ts'
import type { NewInList } from './order.ts'

export interface Swiper {
  id: string
  title: string
  fileId: string
  redirectUrl: string | null
  visible: boolean
}

const columns = ['id', 'title', 'fileId', 'redirectUrl', 'visible'] as const

/** All that are not removed, in their order. */
export function listSwipers(db: Db): Promise<Swiper[]> {
  return db
    .selectFrom('swiper')
    .select(columns)
    .where('removedAt', 'is', null)
    .orderBy('position')
    .execute()
}

/** One that is not removed. */
export function findSwiper(db: Db, id: string): Promise<Swiper | undefined> {
  return db
    .selectFrom('swiper')
    .select(columns)
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
}

/** The new row's id. */
export async function insertSwiper(tx: Tx, row: Omit<Swiper, 'id'> & NewInList): Promise<string> {
  const { id } = await tx.insertInto('swiper').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Its words, picture, address and visibility; never its place. */
export async function updateSwiper(tx: Tx, { id, ...row }: Swiper): Promise<void> {
  await tx.updateTable('swiper').set(row).where('id', '=', id).execute()
}
