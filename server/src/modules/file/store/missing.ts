import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { countQueryRows } from '../../../platform/db/page.ts'
import { isNotPostponedSql } from '../../../platform/db/sweep-failures.ts'

const columns = ['id', 'purpose', 'storageKey', 'size', 'sha256', 'hashPartBytes'] as const

export interface FileToCheck {
  id: string
  purpose: string
  storageKey: string
  size: number
  sha256: Buffer
  hashPartBytes: number | null
}

const isDue = sql<boolean>`coalesce(delete_due_at <= (select app_now()), false)`

function selectStoredFiles(db: Db) {
  return db.selectFrom('file').select(columns).where('deletedAt', 'is', null)
}

export function selectKeptFiles(db: Db) {
  return selectStoredFiles(db).where(isDue, '=', false)
}

export function listFilesToCheck(db: Db, afterId: string | null, limit: number): Promise<FileToCheck[]> {
  return selectKeptFiles(db)
    .$if(afterId !== null, (query) => query.where('id', '>', afterId))
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Files that were sent in parts, whose whole content no process has read yet. */
export function listFilesToHash(db: Db, { job, limit }: { job: string; limit: number }): Promise<FileToCheck[]> {
  return selectStoredFiles(db)
    .where('hashPartBytes', 'is not', null)
    .where(isNotPostponedSql(job, sql`file.id`))
    .orderBy('createdAt')
    .limit(limit)
    .execute()
}

/** Does nothing if the file has another content now. */
export async function setWholeHash(db: Db, { id, storageKey }: FileToCheck, sha256: Buffer): Promise<void> {
  await db
    .updateTable('file')
    .set({ sha256, hashPartBytes: null })
    .where('id', '=', id)
    .where('storageKey', '=', storageKey)
    .execute()
}

export async function listSampledFiles(db: Db, each: number): Promise<FileToCheck[]> {
  const some = (direction: 'asc' | 'desc') => selectKeptFiles(db).orderBy('createdAt', direction).limit(each).execute()
  const oldest = await some('asc')
  const newest = await some('desc')
  return [...oldest, ...newest.filter(({ id }) => !oldest.some((one) => one.id === id))]
}

export function listFilesByKeys(db: Db, keys: readonly string[]): Promise<FileToCheck[]> {
  return selectStoredFiles(db)
    .where('storageKey', 'in', [...keys])
    .execute()
}

/** @returns files that were not recorded before */
export async function recordMissingFiles(
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

/** Call this for files that are present again or were deleted. */
export async function forgetMissingFiles(db: Db, ids: readonly string[]): Promise<void> {
  const found = db
    .selectFrom('missingFile')
    .select('fileId')
    .where((where) =>
      where.or([
        ...(ids.length > 0 ? [where('fileId', 'in', [...ids])] : []),
        where('fileId', 'in', db.selectFrom('file').select('id').where('deletedAt', 'is not', null)),
      ]),
    )
    .orderBy('fileId')
    .forUpdate()
  await db.deleteFrom('missingFile').where('fileId', 'in', found).execute()
}

export function countMissingFiles(db: Db): Promise<number> {
  return countQueryRows(
    db.selectFrom('missingFile').innerJoin('file', 'file.id', 'missingFile.fileId').where('file.deletedAt', 'is', null),
  )
}

export function listMissingFileRows(db: Db, limit: number) {
  return db
    .selectFrom('missingFile')
    .innerJoin('file', 'file.id', 'missingFile.fileId')
    .select(['file.id', 'file.purpose', 'file.name', 'file.size', 'storedSize', 'foundAt', 'seenAt'])
    .where('file.deletedAt', 'is', null)
    .orderBy('foundAt', 'desc')
    .orderBy('file.id')
    .limit(limit)
    .execute()
}

/** Returns null if the last file check ended less than `hours` ago. */
export async function findFileCheckPosition(db: Db, hours: number): Promise<{ afterId: string | null } | null> {
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

/** An `afterId` of null means that the file check is complete. */
export async function saveFileCheckPosition(db: Db, afterId: string | null): Promise<void> {
  const ended = afterId === null ? { roundEndedAt: sql<Date>`app_now()` } : {}
  await db
    .updateTable('fileCheck')
    .set({ afterId, ...ended })
    .execute()
}
