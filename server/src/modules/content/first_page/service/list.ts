import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { maxSiteListLength } from '@ce/contract'
import type { AuditAuthor, AuditEntry } from '../../../../platform/audit.ts'
import type { Db, Tx } from '../../../../platform/db/database.ts'
import { refuse } from '../../../../platform/errors.ts'
import {
  findByCreateKey,
  isRemovedFromList,
  listIdsInOrder,
  lockSortableList,
  type NewListRow,
  nextListPosition,
  type SortableTable,
  setListOrder,
  setRemovedFromList,
} from '../store/order.ts'
import { changeSiteContent, type EmptyResponse, requireCurrentDigest } from './write.ts'

export interface SortableListStore<Fields> {
  list: SortableTable
  find(db: Db, id: string): Promise<(Fields & { id: string }) | undefined>
  insert(tx: Tx, row: Fields & NewListRow): Promise<string>
  update(tx: Tx, row: Fields & { id: string }): Promise<void>
}

type Action = AuditEntry['action']

export interface ListRowKey {
  /** A null id creates a row with `key`. */
  id: string | null
  key?: string | undefined
  /** A digest of the row that the editor saw. */
  version?: string | undefined
}

/**
 * The `key` of a new row makes a repeat return the same row. @throws Refusal first_page.notFound, first_page.stale,
 * first_page.keyUsed, first_page.tooMany
 */
export function saveListRow<Fields extends object>(
  db: Db,
  author: AuditAuthor,
  action: Action,
  what: SortableListStore<Fields>,
  input: ListRowKey & { fields: Fields },
): Promise<{ id: string }> {
  const { id, key, version, fields } = input
  return changeSiteContent(db, author, action, async (tx) => {
    await lockSortableList(tx, what.list)
    if (id === null) return create(tx, what, key, fields)
    const before = (await what.find(tx, id)) ?? refuse('first_page.notFound')
    const after = { id, ...fields }
    if (isDeepStrictEqual(before, after)) return { result: { id }, change: null }
    requireCurrentDigest(before, version)
    await what.update(tx, after)
    return { result: { id }, change: { subject: id, before, after: fields } }
  })
}

async function create<Fields extends object>(
  tx: Tx,
  what: SortableListStore<Fields>,
  createKey: string | undefined,
  fields: Fields,
) {
  if (createKey === undefined) throw new Error('a new row needs a key')
  const createdAs = createHash('sha256').update(JSON.stringify(fields)).digest()
  const made = await findByCreateKey(tx, what.list, createKey)
  if (made?.createdAs?.equals(createdAs)) return { result: { id: made.id }, change: null }
  if (made) refuse('first_page.keyUsed')
  const { count, next } = await nextListPosition(tx, what.list)
  if (count >= maxSiteListLength) refuse('first_page.tooMany', { most: maxSiteListLength })
  const id = await what.insert(tx, { ...fields, position: next, createKey, createdAs })
  return { result: { id }, change: { subject: id, after: fields } }
}

/** `ids` must contain every row. @throws Refusal first_page.orderStale */
export function reorderList(
  db: Db,
  author: AuditAuthor,
  action: Action,
  { list, ids }: { list: SortableTable; ids: readonly string[] },
): Promise<EmptyResponse> {
  return changeSiteContent(db, author, action, async (tx) => {
    await lockSortableList(tx, list)
    const before = await listIdsInOrder(tx, list)
    if (!sameIds(before, ids)) refuse('first_page.orderStale')
    const unchanged = before.every((id, index) => id === ids[index])
    if (!unchanged) await setListOrder(tx, list, ids)
    return { result: {}, change: unchanged ? null : { subject: list, before, after: ids } }
  })
}

function sameIds(current: readonly string[], given: readonly string[]): boolean {
  const known = new Set(given)
  return known.size === given.length && known.size === current.length && current.every((id) => known.has(id))
}

/** A repeated removal succeeds. @throws Refusal first_page.notFound */
export function removeFromList<Fields>(
  db: Db,
  author: AuditAuthor,
  action: Action,
  { list, find }: Pick<SortableListStore<Fields>, 'list' | 'find'>,
  id: string,
): Promise<EmptyResponse> {
  return changeSiteContent(db, author, action, async (tx) => {
    await lockSortableList(tx, list)
    const before = await find(tx, id)
    if (!before && (await isRemovedFromList(tx, list, id))) return { result: {}, change: null }
    if (!before) return refuse('first_page.notFound')
    await setRemovedFromList(tx, list, id)
    return { result: {}, change: { subject: id, before } }
  })
}
