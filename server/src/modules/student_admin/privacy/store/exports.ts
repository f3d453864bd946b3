import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'
import { insertOnce } from '../../../../platform/db/insert-once.ts'
import { countQueryRows, hasAnyRow } from '../../../../platform/db/page.ts'

const select = (db: Db) =>
  db
    .selectFrom('dataExport')
    .leftJoin('file', 'file.id', 'dataExport.fileId')
    .select([
      'dataExport.id',
      'dataExport.studentId',
      'dataExport.askedAt',
      'dataExport.state',
      'dataExport.fileId',
      'file.size',
      'file.deleteDueAt',
      'file.deletedAt',
      // True once the deletion time of the copy has passed: its content is deleted within the next minute.
      sql<boolean>`coalesce(file.deleted_at is not null or file.delete_due_at <= app_now(), false)`.as('gone'),
    ])

export type DataCopyRow = NonNullable<Awaited<ReturnType<typeof findDataCopy>>>

export function findDataCopy(db: Db, id: string) {
  return select(db).where('dataExport.id', '=', id).executeTakeFirst()
}

export function listDataCopies(db: Db, studentId: string) {
  return select(db).where('dataExport.studentId', '=', studentId).orderBy('askedAt', 'desc').limit(10).execute()
}

export function countRecentDataCopies(db: Db, studentId: string): Promise<number> {
  return countQueryRows(
    db
      .selectFrom('dataExport')
      .where('studentId', '=', studentId)
      .where('state', '<>', 'FAILED')
      .where('askedAt', '>', sql<Date>`app_now() - interval '1 day'`),
  )
}

export function hasPendingDataCopy(db: Db, studentId: string): Promise<boolean> {
  return hasAnyRow(db.selectFrom('dataExport').where('studentId', '=', studentId).where('state', '=', 'ASKED'))
}

/** Returns false when another student uses this id. */
export function insertDataCopy(tx: Tx, row: { id: string; studentId: string }): Promise<boolean> {
  return insertOnce(tx, 'dataExport', row, 'id')
}

/** A process that died loses its claim after this time. */
const claimLife = sql`interval '5 minutes'`
/** After this many failures the copy fails for good. */
const mostClaims = 3

export interface ClaimedDataCopy {
  id: string
  studentId: string
  claim: number
}

export async function claimDataCopy(db: Db): Promise<ClaimedDataCopy | undefined> {
  const { rows } = await sql<ClaimedDataCopy>`
    update data_export set claim = claim + 1, claimed_at = app_now() where id = (
      select id from data_export where state = 'ASKED' and claim < ${mostClaims}
        and (claimed_at is null or claimed_at < app_now() - ${claimLife})
      order by asked_at limit 1 for update skip locked)
    returning id, student_id as "studentId", claim`.execute(db)
  return rows[0]
}

/** A process that stops in order releases its copy, and the try does not count. */
export async function unclaimDataCopy(db: Db, { id, claim }: ClaimedDataCopy): Promise<void> {
  await db
    .updateTable('dataExport')
    .set({ claim: claim - 1, claimedAt: null })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .where('state', '=', 'ASKED')
    .execute()
}

/** Returns false when another process has claimed the copy. */
export async function setDataCopyReady(tx: Tx, { id, claim }: ClaimedDataCopy, fileId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('dataExport')
    .set({ state: 'READY', fileId, settledAt: sql`app_now()` })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .where('state', '=', 'ASKED')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function failDataCopiesWithoutTriesLeft(db: Db): Promise<void> {
  await sql`
    with held as (
      select id from data_export
      where state = 'ASKED' and claim >= ${mostClaims} and claimed_at < app_now() - ${claimLife}
      for no key update skip locked)
    update data_export set state = 'FAILED', settled_at = app_now()
    from held where data_export.id = held.id`.execute(db)
}

/**
 * Deletes only the rows; `expireFilesOfStudents` deletes the files.
 * @returns number of copies
 */
export async function forgetDataCopies(tx: Tx, studentIds: readonly string[]): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('dataExport').where('studentId', 'in', studentIds).executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Deletes rows a month after their files; until then students see that the copy existed. @returns number of rows, at
 * most `limit`
 */
export async function forgetDeletedDataCopies(tx: Tx, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with old as (
      select id from data_export where settled_at < (select app_now()) - interval '30 days'
      limit ${limit} for update skip locked)
    delete from data_export using old where data_export.id = old.id`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
