import type { AuditAuthor } from '../../../../platform/audit.ts'
import type { Deps } from '../../../../platform/deps.ts'
import {
  type Friendlink,
  findFriendlink,
  insertFriendlink,
  listFriendlinks,
  updateFriendlink,
} from '../store/friendlinks.ts'
import { type ListRowKey, removeFromList, reorderList, type SortableListStore, saveListRow } from './list.ts'
import { contentDigest, findHiddenTargets } from './write.ts'

type Fields = Omit<Friendlink, 'id'>

const friendlinks: SortableListStore<Fields> = {
  list: 'friendlink',
  find: findFriendlink,
  insert: insertFriendlink,
  update: updateFriendlink,
}

export async function listAllFriendlinks({ db }: Pick<Deps, 'db'>) {
  const all = await listFriendlinks(db)
  const isHidden = await findHiddenTargets(db, all)
  return all.map((link) => ({ ...link, targetHidden: isHidden(link), version: contentDigest(link) }))
}

/** Leaves out links to content that readers cannot see. */
export async function listVisibleFriendlinks(deps: Pick<Deps, 'db'>) {
  return (await listAllFriendlinks(deps)).filter(({ visible, targetHidden }) => visible && !targetHidden)
}

/** @throws Refusal first_page.notFound, first_page.stale, first_page.keyUsed, first_page.tooMany */
export function saveFriendlink(
  { db }: Pick<Deps, 'db'>,
  author: AuditAuthor,
  { id, key, version, ...fields }: Fields & ListRowKey,
): Promise<{ id: string }> {
  return saveListRow(db, author, 'first_page.friendlinkSaved', friendlinks, { id, key, version, fields })
}

/** A repeated removal succeeds. @throws Refusal first_page.notFound */
export function removeFriendlink({ db }: Pick<Deps, 'db'>, author: AuditAuthor, { id }: { id: string }) {
  return removeFromList(db, author, 'first_page.friendlinkRemoved', friendlinks, id)
}

/** `ids` must contain every link. @throws Refusal first_page.orderStale */
export function reorderFriendlinks({ db }: Pick<Deps, 'db'>, author: AuditAuthor, { ids }: { ids: string[] }) {
  return reorderList(db, author, 'first_page.friendlinksOrdered', { list: 'friendlink', ids })
}
