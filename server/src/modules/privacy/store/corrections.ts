import { sql } from 'kysely'
import { countOf } from '../../../platform/db/count.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { type Paging, pageOf } from '../../../platform/db/page.ts'

export type CorrectionField = 'NAME' | 'ID_NO' | 'CERTIFICATE_NO'
export type CorrectionState = 'OPEN' | 'APPROVED' | 'REFUSED' | 'WITHDRAWN'

const select = (db: Db) =>
  db
    .selectFrom('correctionRequest')
    .innerJoin('student', 'student.id', 'correctionRequest.studentId')
    .leftJoin('staff', 'staff.id', 'correctionRequest.decidedBy')
    .leftJoin('file', 'file.id', 'correctionRequest.fileId')
    .select([
      'correctionRequest.id',
      'correctionRequest.studentId',
      'student.name as studentName',
      'student.phone',
      'correctionRequest.field',
      'correctionRequest.idType',
      'correctionRequest.wanted',
      'correctionRequest.reason',
      'correctionRequest.askedAt',
      'correctionRequest.state',
      'correctionRequest.settledAt',
      'correctionRequest.note',
      'staff.name as decidedBy',
      'correctionRequest.fileId',
      'file.name as fileName',
      'file.mime as fileMime',
      'file.ownerId as fileOwnerId',
      'file.deletedAt as fileDeletedAt',
    ])

export type CorrectionRow = NonNullable<Awaited<ReturnType<typeof findCorrection>>>

/** With the student, and the file that proves it (null: none was sent). */
export function findCorrection(db: Db, id: string) {
  return select(db).where('correctionRequest.id', '=', id).executeTakeFirst()
}

/** The request under its lock: of two who settle it at once, the second finds it settled. */
export async function lockCorrection(tx: Tx, id: string) {
  await tx.selectFrom('correctionRequest').select('id').where('id', '=', id).forUpdate().execute()
  return findCorrection(tx, id)
}

/** the newest; older ones are in the copy of one's data */
const shown = 50

/** Asked last first, the newest fifty. */
export function listOwnCorrections(db: Db, studentId: string) {
  return select(db)
    .where('correctionRequest.studentId', '=', studentId)
    .orderBy('askedAt', 'desc')
    .limit(shown)
    .execute()
}

/** A page of the desk: the open ones first, the oldest of them on top; then the newest. */
export async function listCorrections(
  db: Db,
  { state, ...paging }: Paging & { state?: CorrectionState | undefined },
) {
  let counted = db.selectFrom('correctionRequest')
  let query = select(db)
  if (state) {
    counted = counted.where('state', '=', state)
    query = query.where('correctionRequest.state', '=', state)
  }
  const rows = query
    .orderBy(sql`correction_request.state = 'OPEN'`, 'desc')
    .orderBy(sql`case when correction_request.state = 'OPEN' then asked_at end`)
    .orderBy('askedAt', 'desc')
  return pageOf(rows, paging, await countOf(counted))
}

export interface NewCorrection {
  id: string
  studentId: string
  field: CorrectionField
  idType: string | null
  wanted: string
  reason: string
  fileId: string | null
}

/** False: another student has used this id at the same time. */
export async function insertCorrection(tx: Tx, row: NewCorrection): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('correctionRequest')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** A field has one open request at a time. */
export async function hasOpenCorrection(
  tx: Tx,
  studentId: string,
  field: CorrectionField,
): Promise<boolean> {
  const row = await tx
    .selectFrom('correctionRequest')
    .select('id')
    .where('studentId', '=', studentId)
    .where('field', '=', field)
    .where('state', '=', 'OPEN')
    .executeTakeFirst()
  return row !== undefined
}

/** How many were asked for in the last 24 hours, whatever became of them. */
export function countAsked(tx: Tx, studentId: string): Promise<number> {
  return countOf(
    tx
      .selectFrom('correctionRequest')
      .where('studentId', '=', studentId)
      .where('askedAt', '>', sql<Date>`(select app_now()) - interval '24 hours'`),
  )
}

/** `decidedBy` is null where the student took it back. */
export async function settleCorrection(
  tx: Tx,
  id: string,
  how: { state: CorrectionState; decidedBy: string | null; note: string },
): Promise<void> {
  await tx
    .updateTable('correctionRequest')
    .set({ ...how, settledAt: sql`app_now()` })
    .where('id', '=', id)
    .execute()
}

/** Whether approving would issue a proof anew. */
export async function hasValidProof(db: Db, studentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('proof')
    .select('id')
    .where('studentId', '=', studentId)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** All that these students asked to be corrected. @returns how many */
export async function forgetCorrections(tx: Tx, studentIds: readonly string[]): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('correctionRequest')
    .where('studentId', 'in', studentIds)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Those settled so long ago, and the files that came with them. @returns how many, and which files */
export async function forgetSettledCorrections(tx: Tx, days: number, limit: number) {
  const { rows } = await sql<{ fileId: string | null }>`
    with old as (
      select id from correction_request where settled_at < (select app_now()) - interval '1 day' * ${days}::int
      limit ${limit} for update skip locked)
    delete from correction_request using old where correction_request.id = old.id
    returning file_id as "fileId"`.execute(tx)
  return { removed: rows.length, files: rows.flatMap(({ fileId }) => fileId ?? []) }
}
