import type { Author } from '../../../platform/audit.ts'
import type { Deps } from '../../../platform/deps.ts'
import { publicFileUrl } from '../../../platform/files/links.ts'
import {
  findSwiper,
  insertSwiper,
  listSwipers,
  type Swiper,
  updateSwiper,
} from '../store/swipers.ts'
import { type List, removeFromList, reorder, saveIn, type Which } from './list.ts'
import { hiddenTargets } from './targets.ts'
import { versionOf } from './version.ts'
import { requireNewPictures, requirePictures } from './write.ts'

type Fields = Omit<Swiper, 'id'>

const swipers: List<Fields> = {
  list: 'swiper',
  find: findSwiper,
  insert: insertSwiper,
  update: updateSwiper,
}

/** Every swiper in its order, hidden ones too. */
export async function allSwipers({ db }: Pick<Deps, 'db'>) {
  const all = await listSwipers(db)
  const isHidden = await hiddenTargets(db, all)
  return all.map((swiper) => ({
    ...swiper,
    targetHidden: isHidden(swiper),
    imageUrl: publicFileUrl(swiper.fileId),
    version: versionOf(swiper),
  }))
}

/** What visitors see of them: none that leads to what they may not read. */
export async function visibleSwipers(deps: Pick<Deps, 'db'>) {
  return (await allSwipers(deps)).filter(({ visible, targetHidden }) => visible && !targetHidden)
}

/**
 * A new one (id null) or a change.
 * @throws Refusal first_page.notFound, first_page.stale, first_page.badFile, first_page.unfitPicture, first_page.keyUsed, first_page.tooMany
 */
export async function saveSwiper(
  { db }: Pick<Deps, 'db'>,
  author: Author,
  { id, key, version, ...fields }: Fields & Which,
): Promise<{ id: string }> {
  await requirePictures(db, [fields.fileId])
  const shown = id === null ? undefined : await findSwiper(db, id)
  if (shown?.fileId !== fields.fileId) await requireNewPictures(db, 'SWIPER', [fields.fileId])
  return saveIn(db, author, 'first_page.swiperSaved', swipers, { id, key, version, fields })
}

/** Takes one away; again: as the first time. @throws Refusal first_page.notFound */
export function removeSwiper({ db }: Pick<Deps, 'db'>, author: Author, { id }: { id: string }) {
  return removeFromList(db, author, 'first_page.swiperRemoved', swipers, id)
}

/** All of them in a new order. @throws Refusal first_page.orderStale */
export function orderSwipers({ db }: Pick<Deps, 'db'>, author: Author, { ids }: { ids: string[] }) {
  return reorder(db, author, 'first_page.swipersOrdered', { list: 'swiper', ids })
}
