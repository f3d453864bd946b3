import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import {
  type Friendlink,
  findFriendlink,
  insertFriendlink,
  listFriendlinks,
  updateFriendlink,
} from '../store/friendlinks.ts'
import { lockList, nextPosition } from '../store/order.ts'
import { remove, reorder } from './order.ts'
import { change, type Editor } from './write.ts'

/** Every link in its order, hidden ones too. */
export function allFriendlinks({ db }: Pick<Deps, 'db'>): Promise<Friendlink[]> {
  return listFriendlinks(db)
}

/** What visitors see of them. */
export async function visibleFriendlinks(deps: Pick<Deps, 'db'>): Promise<Friendlink[]> {
  return (await allFriendlinks(deps)).filter(({ visible }) => visible)
}

/** A new one (id null), behind the others, or a change. @throws Refusal first_page.notFound */
export function saveFriendlink(
  { db }: Pick<Deps, 'db'>,
  editor: Editor,
  input: Omit<Friendlink, 'id'> & { id: string | null },
): Promise<{ id: string }> {
  return change(db, editor, 'saveFriendlink', async (tx) => {
    await lockList(tx, 'friendlink')
    const { id, ...fields } = input
    if (id === null) {
      const position = await nextPosition(tx, 'friendlink')
      const made = await insertFriendlink(tx, { ...fields, position })
      return { result: { id: made }, change: { subject: made, after: fields } }
    }
    const before = (await findFriendlink(tx, id)) ?? refuse('first_page.notFound')
    await updateFriendlink(tx, { id, ...fields })
    return { result: { id }, change: { subject: id, before, after: fields } }
  })
}

export function removeFriendlink(deps: Deps, editor: Editor, { id }: { id: string }) {
  const what = { list: 'friendlink', action: 'removeFriendlink', id, find: findFriendlink } as const
  return remove(deps, editor, what)
}

export function orderFriendlinks(deps: Deps, editor: Editor, { ids }: { ids: string[] }) {
  return reorder(deps, editor, { list: 'friendlink', action: 'orderFriendlinks', ids })
}
