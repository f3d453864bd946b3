import { sql } from 'kysely'
import { countOf } from '../../../platform/db/count.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'

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
      // its day has come: the content goes within a minute
      sql<boolean>`coalesce(file.deleted_at is not null or file.delete_due_at <= app_now(), false)`.as(
        'gone',
      ),
    ])

export type ExportRow = NonNullable<Awaited<ReturnType<typeof findExport>>>

/** `gone`: it was made, and its file is not there any more. */
export function findExport(db: Db, id: string) {
  return select(db).where('dataExport.id', '=', id).executeTakeFirst()
}

/** Asked last first, the newest ten. */
export function listExports(db: Db, studentId: string) {
  return select(db)
    .where('dataExport.studentId', '=', studentId)
    .orderBy('askedAt', 'desc')
    .limit(10)
    .execute()
}

/** How many were asked for within a day; one that failed does not count. */
export function countExports(db: Db, studentId: string): Promise<number> {
  return countOf(
    db
      .selectFrom('dataExport')
      .where('studentId', '=', studentId)
      .where('state', '<>', 'FAILED')
      .where('askedAt', '>', sql<Date>`app_now() - interval '1 day'`),
  )
}

/** One copy is made at a time. */
export async function isMaking(db: Db, studentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('dataExport')
    .select('id')
    .where('studentId', '=', studentId)
    .where('state', '=', 'ASKED')
    .executeTakeFirst()
  return row !== undefined
}

/** False: another student has used this id at the same time. */
export async function insertExport(
  tx: Tx,
  row: { id: string; studentId: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('dataExport')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** a process that died with one loses it after this */
const claimLife = sql`interval '5 minutes'`
/** one that fails so often fails for good */
const mostClaims = 3

export interface Claimed {
  id: string
  studentId: string
  claim: number
}

/** Takes one copy up that nobody is at. */
export async function claimExport(db: Db): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update data_export set claim = claim + 1, claimed_at = app_now() where id = (
      select id from data_export where state = 'ASKED' and claim < ${mostClaims}
        and (claimed_at is null or claimed_at < app_now() - ${claimLife})
      order by asked_at limit 1 for update skip locked)
    returning id, student_id as "studentId", claim`.execute(db)
  return rows[0]
}

/** Gives back what an orderly stop broke off: the next process takes it up at once, and it has failed nobody. */
export async function giveBackExport(db: Db, { id, claim }: Claimed): Promise<void> {
  await db
    .updateTable('dataExport')
    .set({ claim: claim - 1, claimedAt: null })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .where('state', '=', 'ASKED')
    .execute()
}

/** False: another process has taken it up meanwhile. */
export async function setReady(tx: Tx, { id, claim }: Claimed, fileId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('dataExport')
    .set({ state: 'READY', fileId, settledAt: sql`app_now()` })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .where('state', '=', 'ASKED')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Those that were taken up too often. */
export async function failSpent(db: Db): Promise<void> {
  await sql`
    with held as (
      select id from data_export
      where state = 'ASKED' and claim >= ${mostClaims} and claimed_at < app_now() - ${claimLife}
      for no key update skip locked)
    update data_export set state = 'FAILED', settled_at = app_now()
    from held where data_export.id = held.id`.execute(db)
}

/** All that these students asked for; the files go by their owner. @returns how many */
export async function forgetExports(tx: Tx, studentIds: readonly string[]): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('dataExport')
    .where('studentId', 'in', studentIds)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Rows of copies that are gone for a month: until then the student sees that there was one. @returns how many, `limit` at most */
export async function forgetSpentExports(tx: Tx, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with old as (
      select id from data_export where settled_at < (select app_now()) - interval '30 days'
      limit ${limit} for update skip locked)
    delete from data_export using old where data_export.id = old.id`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
