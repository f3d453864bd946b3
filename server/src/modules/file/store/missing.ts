import { sql } from 'kysely'
import { countOf } from '../../../platform/db/count.ts'
import type { Db } from '../../../platform/db/database.ts'

const columns = ['id', 'purpose', 'storageKey', 'size'] as const

/** A file whose content is looked for. */
export interface Expected {
  id: string
  purpose: string
  storageKey: string
  size: number
}

/** contents that are about to be deleted may be gone before their row says so */
const isDue = sql<boolean>`coalesce(delete_due_at <= (select app_now()), false)`

/** The next files in the order of their ids, deleted ones left out. */
export function listExpected(db: Db, afterId: string | null, limit: number): Promise<Expected[]> {
  return db
    .selectFrom('file')
    .select(columns)
    .where('deletedAt', 'is', null)
    .where(isDue, '=', false)
    .$if(afterId !== null, (query) => query.where('id', '>', afterId))
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The oldest and the newest files. */
export async function listSample(db: Db, each: number): Promise<Expected[]> {
  const some = (direction: 'asc' | 'desc') =>
    db
      .selectFrom('file')
      .select(columns)
      .where('deletedAt', 'is', null)
      .where(isDue, '=', false)
      .orderBy('createdAt', direction)
      .limit(each)
      .execute()
  const oldest = await some('asc')
  const newest = await some('desc')
  // of few files the newest are the oldest
  return [...oldest, ...newest.filter(({ id }) => !oldest.some((one) => one.id === id))]
}

export function listByKeys(db: Db, keys: readonly string[]): Promise<Expected[]> {
  return db
    .selectFrom('file')
    .select(columns)
    .where('storageKey', 'in', [...keys])
    .where('deletedAt', 'is', null)
    .execute()
}

/** Notes files as missing. @returns those that were not noted before */
export async function noteMissing(
  db: Db,
  found: readonly { id: string; storedSize: number | null }[],
): Promise<string[]> {
  if (found.length === 0) return []
  const sorted = found.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const rows = await db
    .insertInto('missingFile')
    .values(sorted.map(({ id, storedSize }) => ({ fileId: id, storedSize })))
    .onConflict((conflict) =>
      conflict.column('fileId').doUpdateSet({
        seenAt: sql`app_now()`,
        storedSize: (row) => row.ref('excluded.storedSize'),
      }),
    )
    .returning(['fileId', sql<boolean>`xmax = 0`.as('added')])
    .execute()
  return rows.filter(({ added }) => added).map(({ fileId }) => fileId)
}

/** Takes out what is there again, or was deleted meanwhile. */
export async function forgetMissing(db: Db, ids: readonly string[]): Promise<void> {
  const found = db
    .selectFrom('missingFile')
    .select('fileId')
    .where((where) =>
      where.or([
        ...(ids.length > 0 ? [where('fileId', 'in', [...ids])] : []),
        where(
          'fileId',
          'in',
          db.selectFrom('file').select('id').where('deletedAt', 'is not', null),
        ),
      ]),
    )
    .orderBy('fileId')
    .forUpdate()
  await db.deleteFrom('missingFile').where('fileId', 'in', found).execute()
}

/** How many files are missing that nobody has deleted. */
export function countMissing(db: Db): Promise<number> {
  return countOf(
    db
      .selectFrom('missingFile')
      .innerJoin('file', 'file.id', 'missingFile.fileId')
      .where('file.deletedAt', 'is', null),
  )
}

/** What is missing, the newest finding first. */
export function listMissing(db: Db, limit: number) {
  return db
    .selectFrom('missingFile')
    .innerJoin('file', 'file.id', 'missingFile.fileId')
    .select([
      'file.id',
      'file.purpose',
      'file.name',
      'file.size',
      'storedSize',
      'foundAt',
      'seenAt',
    ])
    .where('file.deletedAt', 'is', null)
    .orderBy('foundAt', 'desc')
    .orderBy('file.id')
    .limit(limit)
    .execute()
}

/** Where the check of all files goes on; null: it was through less than `hours` ago. */
export async function readCheck(db: Db, hours: number): Promise<{ afterId: string | null } | null> {
  const row = await db
    .selectFrom('fileCheck')
    .select('afterId')
    .where((where) =>
      where.or([
        where('afterId', 'is not', null),
        where('roundEndedAt', 'is', null),
        where('roundEndedAt', '<', sql<Date>`app_now() - interval '1 hour' * ${hours}`),
      ]),
    )
    .executeTakeFirst()
  return row ?? null
}

/** `afterId`: how far it has come; null: it is through. */
export async function saveCheck(db: Db, afterId: string | null): Promise<void> {
  const ended = afterId === null ? { roundEndedAt: sql<Date>`app_now()` } : {}
  await db
    .updateTable('fileCheck')
    .set({ afterId, ...ended })
    .execute()
}
