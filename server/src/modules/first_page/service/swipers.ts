import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { publicFileUrl } from '../../../platform/files/links.ts'
import { lockList, nextPosition } from '../store/order.ts'
import {
  findSwiper,
  insertSwiper,
  listSwipers,
  type Swiper,
  updateSwiper,
} from '../store/swipers.ts'
import { remove, reorder } from './order.ts'
import { change, type Editor, requirePictures } from './write.ts'

/** Every swiper in its order, hidden ones too. */
export async function allSwipers({ db }: Pick<Deps, 'db'>) {
  const swipers = await listSwipers(db)
  return swipers.map((swiper) => ({ ...swiper, imageUrl: publicFileUrl(swiper.fileId) }))
}

/** What visitors see of them. */
export async function visibleSwipers(deps: Pick<Deps, 'db'>) {
  return (await allSwipers(deps)).filter(({ visible }) => visible)
}

/** A new one (id null), behind the others, or a change. @throws Refusal first_page.notFound, first_page.badFile */
export async function saveSwiper(
  { db }: Pick<Deps, 'db'>,
  editor: Editor,
  input: Omit<Swiper, 'id'> & { id: string | null },
): Promise<{ id: string }> {
  await requirePictures(db, [input.fileId])
  return change(db, editor, 'saveSwiper', async (tx) => {
    await lockList(tx, 'swiper')
    const { id, ...fields } = input
    if (id === null) {
      const position = await nextPosition(tx, 'swiper')
      const made = await insertSwiper(tx, { ...fields, position })
      return { result: { id: made }, change: { subject: made, after: fields } }
    }
    const before = (await findSwiper(tx, id)) ?? refuse('first_page.notFound')
    await updateSwiper(tx, { id, ...fields })
    return { result: { id }, change: { subject: id, before, after: fields } }
  })
}

export function removeSwiper(deps: Deps, editor: Editor, { id }: { id: string }) {
  return remove(deps, editor, { list: 'swiper', action: 'removeSwiper', id, find: findSwiper })
}

export function orderSwipers(deps: Deps, editor: Editor, { ids }: { ids: string[] }) {
  return reorder(deps, editor, { list: 'swiper', action: 'orderSwipers', ids })
}
