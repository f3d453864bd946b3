import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { mostInList } from '@ce/contract'
import type { AuditEntry, Author } from '../../../platform/audit.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { refuse } from '../../../platform/errors.ts'
import {
  endOf,
  findMade,
  idsInOrder,
  lockList,
  type NewInList,
  type Ordered,
  putInOrder,
  removeFrom,
  wasRemoved,
} from '../store/order.ts'
import { requireDigest } from './version.ts'
import { change, type Done } from './write.ts'

/** One of the lists that staff put in an order, and how its rows are read and written. */
export interface List<Fields> {
  list: Ordered
  find(db: Db, id: string): Promise<(Fields & { id: string }) | undefined>
  insert(tx: Tx, row: Fields & NewInList): Promise<string>
  update(tx: Tx, row: Fields & { id: string }): Promise<void>
}

type Action = AuditEntry['action']

export interface Which {
  /** null: a new one, under this key */
  id: string | null
  key?: string | undefined
  /** of the row as its author saw it */
  version?: string | undefined
}

/**
 * A new row (id null), behind the others, or a change. A new one has a key that its client made: the same again gives
 * the same row (product §3).
 * @throws Refusal first_page.notFound, first_page.stale, first_page.keyUsed, first_page.tooMany
 */
export function saveIn<Fields extends object>(
  db: Db,
  author: Author,
  action: Action,
  what: List<Fields>,
  input: Which & { fields: Fields },
): Promise<{ id: string }> {
  const { id, key, version, fields } = input
  return change(db, author, action, async (tx) => {
    await lockList(tx, what.list)
    if (id === null) return create(tx, what, key, fields)
    const before = (await what.find(tx, id)) ?? refuse('first_page.notFound')
    const after = { id, ...fields }
    if (isDeepStrictEqual(before, after)) return { result: { id }, change: null }
    requireDigest(before, version)
    await what.update(tx, after)
    return { result: { id }, change: { subject: id, before, after: fields } }
  })
}

async function create<Fields extends object>(
  tx: Tx,
  what: List<Fields>,
  createKey: string | undefined,
  fields: Fields,
) {
  if (createKey === undefined) throw new Error('a new row needs a key')
  const createdAs = createHash('sha256').update(JSON.stringify(fields)).digest()
  const made = await findMade(tx, what.list, createKey)
  if (made?.createdAs?.equals(createdAs)) return { result: { id: made.id }, change: null }
  if (made) refuse('first_page.keyUsed')
  const { count, next } = await endOf(tx, what.list)
  if (count >= mostInList) refuse('first_page.tooMany', { most: mostInList })
  const id = await what.insert(tx, { ...fields, position: next, createKey, createdAs })
  return { result: { id }, change: { subject: id, after: fields } }
}

/**
 * Puts a list in order: every id of it, once. Refused when somebody added or removed one meanwhile.
 * @throws Refusal first_page.orderStale
 */
export function reorder(
  db: Db,
  author: Author,
  action: Action,
  { list, ids }: { list: Ordered; ids: readonly string[] },
): Promise<Done> {
  return change(db, author, action, async (tx) => {
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

/** Takes one out of its list; what was taken out before stays so. @throws Refusal first_page.notFound */
export function removeFromList<Fields>(
  db: Db,
  author: Author,
  action: Action,
  { list, find }: Pick<List<Fields>, 'list' | 'find'>,
  id: string,
): Promise<Done> {
  return change(db, author, action, async (tx) => {
    await lockList(tx, list)
    const before = await find(tx, id)
    if (!before && (await wasRemoved(tx, list, id))) return { result: {}, change: null }
    if (!before) return refuse('first_page.notFound')
    await removeFrom(tx, list, id)
    return { result: {}, change: { subject: id, before } }
  })
}
