import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { idsInOrder, lockList, type Ordered, putInOrder, removeFrom } from '../store/order.ts'
import { change, type Done, type Editor } from './write.ts'

/**
 * Puts a list in order: every id of it, once. Refused when somebody added or removed one meanwhile.
 * @throws Refusal first_page.orderStale
 */
export function reorder(
  deps: Deps,
  editor: Editor,
  what: { list: Ordered; action: string; ids: readonly string[] },
): Promise<Done> {
  const { list, action, ids } = what
  return change(deps.db, editor, action, async (tx) => {
    await lockList(tx, list)
    const before = await idsInOrder(tx, list)
    if (!sameIds(before, ids)) refuse('first_page.orderStale')
    const unchanged = before.every((id, index) => id === ids[index])
    if (!unchanged) await putInOrder(tx, list, ids)
    return { result: {}, change: unchanged ? null : { subject: list, before, after: ids } }
  })
}

function sameIds(current: readonly string[], given: readonly string[]): boolean {
  const known = new Set(given)
  return (
    known.size === given.length &&
    known.size === current.length &&
    current.every((id) => known.has(id))
  )
}

/** Takes one out of its list. @throws Refusal first_page.notFound */
export function remove<Row>(
  deps: Deps,
  editor: Editor,
  what: {
    list: Ordered
    action: string
    id: string
    find: (db: Deps['db'], id: string) => Promise<Row | undefined>
  },
): Promise<Done> {
  const { list, action, id, find } = what
  return change(deps.db, editor, action, async (tx) => {
    await lockList(tx, list)
    const before = (await find(tx, id)) ?? refuse('first_page.notFound')
    await removeFrom(tx, list, id)
    return { result: {}, change: { subject: id, before } }
  })
}
