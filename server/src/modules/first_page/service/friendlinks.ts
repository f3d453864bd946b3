import type { Author } from '../../../platform/audit.ts'
import type { Deps } from '../../../platform/deps.ts'
import {
  type Friendlink,
  findFriendlink,
  insertFriendlink,
  listFriendlinks,
  updateFriendlink,
} from '../store/friendlinks.ts'
import { type List, removeFromList, reorder, saveIn, type Which } from './list.ts'
import { hiddenTargets } from './targets.ts'
import { versionOf } from './version.ts'

type Fields = Omit<Friendlink, 'id'>

const friendlinks: List<Fields> = {
  list: 'friendlink',
  find: findFriendlink,
  insert: insertFriendlink,
  update: updateFriendlink,
}

/** Every link in its order, hidden ones too. */
export async function allFriendlinks({ db }: Pick<Deps, 'db'>) {
  const all = await listFriendlinks(db)
  const isHidden = await hiddenTargets(db, all)
  return all.map((link) => ({ ...link, targetHidden: isHidden(link), version: versionOf(link) }))
}

/** What visitors see of them: none that leads to what they may not read. */
export async function visibleFriendlinks(deps: Pick<Deps, 'db'>) {
  return (await allFriendlinks(deps)).filter(
    ({ visible, targetHidden }) => visible && !targetHidden,
  )
}

/**
 * A new one (id null) or a change.
 * @throws Refusal first_page.notFound, first_page.stale, first_page.keyUsed, first_page.tooMany
 */
export function saveFriendlink(
  { db }: Pick<Deps, 'db'>,
  author: Author,
  { id, key, version, ...fields }: Fields & Which,
): Promise<{ id: string }> {
  return saveIn(db, author, 'first_page.friendlinkSaved', friendlinks, { id, key, version, fields })
}

/** Takes one away; again: as the first time. @throws Refusal first_page.notFound */
export function removeFriendlink({ db }: Pick<Deps, 'db'>, author: Author, { id }: { id: string }) {
  return removeFromList(db, author, 'first_page.friendlinkRemoved', friendlinks, id)
}

/** All of them in a new order. @throws Refusal first_page.orderStale */
export function orderFriendlinks(
  { db }: Pick<Deps, 'db'>,
  author: Author,
  { ids }: { ids: string[] },
) {
  return reorder(db, author, 'first_page.friendlinksOrdered', { list: 'friendlink', ids })
}
