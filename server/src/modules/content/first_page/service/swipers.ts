import type { AuditAuthor } from '../../../../platform/audit.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { createPublicFileUrl } from '../../../../platform/files/links.ts'
import { findSwiper, insertSwiper, listSwipers, type Swiper, updateSwiper } from '../store/swipers.ts'
import { type ListRowKey, removeFromList, reorderList, type SortableListStore, saveListRow } from './list.ts'
import { contentDigest, findHiddenTargets, requireNewPictures, requirePublicPictures } from './write.ts'

type Fields = Omit<Swiper, 'id'>

const swipers: SortableListStore<Fields> = {
  list: 'swiper',
  find: findSwiper,
  insert: insertSwiper,
  update: updateSwiper,
}

export async function listAllSwipers({ db }: Pick<Deps, 'db'>) {
  const all = await listSwipers(db)
  const isHidden = await findHiddenTargets(db, all)
  return all.map((swiper) => ({
    ...swiper,
    targetHidden: isHidden(swiper),
    imageUrl: createPublicFileUrl(swiper.fileId),
    version: contentDigest(swiper),
  }))
}

/** Leaves out links to content that readers cannot see. */
export async function listVisibleSwipers(deps: Pick<Deps, 'db'>) {
  return (await listAllSwipers(deps)).filter(({ visible, targetHidden }) => visible && !targetHidden)
}

/**
 * @throws Refusal first_page.notFound, first_page.stale, first_page.badFile, first_page.unfitPicture,
 * first_page.keyUsed, first_page.tooMany
 */
export async function saveSwiper(
  { db }: Pick<Deps, 'db'>,
  author: AuditAuthor,
  { id, key, version, ...fields }: Fields & ListRowKey,
): Promise<{ id: string }> {
  await requirePublicPictures(db, [fields.fileId])
  const shown = id === null ? undefined : await findSwiper(db, id)
  if (shown?.fileId !== fields.fileId) await requireNewPictures(db, 'SWIPER', [fields.fileId])
  return saveListRow(db, author, 'first_page.swiperSaved', swipers, { id, key, version, fields })
}

/** A repeated removal succeeds. @throws Refusal first_page.notFound */
export function removeSwiper({ db }: Pick<Deps, 'db'>, author: AuditAuthor, { id }: { id: string }) {
  return removeFromList(db, author, 'first_page.swiperRemoved', swipers, id)
}

/** `ids` must contain every swiper. @throws Refusal first_page.orderStale */
export function reorderSwipers({ db }: Pick<Deps, 'db'>, author: AuditAuthor, { ids }: { ids: string[] }) {
  return reorderList(db, author, 'first_page.swipersOrdered', { list: 'swiper', ids })
}
