import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'
import { insertOnce } from '../../../../platform/db/insert-once.ts'
import { countQueryRows, hasAnyRow, type PageRequest, selectPage } from '../../../../platform/db/page.ts'

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

export function findCorrection(db: Db, id: string) {
  return select(db).where('correctionRequest.id', '=', id).executeTakeFirst()
}

export async function lockCorrection(tx: Tx, id: string) {
  await tx.selectFrom('correctionRequest').select('id').where('id', '=', id).forUpdate().execute()
  return findCorrection(tx, id)
}

const shown = 50

export function listOwnCorrections(db: Db, studentId: string) {
  return select(db)
    .where('correctionRequest.studentId', '=', studentId)
    .orderBy('askedAt', 'desc')
    .limit(shown)
    .execute()
}

/** Open requests come first, the oldest on top; then decided ones, the newest first. */
export async function listCorrections(
  db: Db,
  { state, ...paging }: PageRequest & { state?: CorrectionState | undefined },
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
  return selectPage(rows, paging, await countQueryRows(counted))
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

/** Returns false when another student uses this id. */
export function insertCorrection(tx: Tx, row: NewCorrection): Promise<boolean> {
  return insertOnce(tx, 'correctionRequest', row, 'id')
}

export function hasOpenCorrection(tx: Tx, studentId: string, field: CorrectionField): Promise<boolean> {
  return hasAnyRow(
    tx
      .selectFrom('correctionRequest')
      .where('studentId', '=', studentId)
      .where('field', '=', field)
      .where('state', '=', 'OPEN'),
  )
}

export function countRecentCorrections(tx: Tx, studentId: string): Promise<number> {
  return countQueryRows(
    tx
      .selectFrom('correctionRequest')
      .where('studentId', '=', studentId)
      .where('askedAt', '>', sql<Date>`(select app_now()) - interval '24 hours'`),
  )
}

/** `decidedBy` is null when the student withdrew the request. */
export async function setCorrectionDecision(
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

export function hasValidProof(db: Db, studentId: string): Promise<boolean> {
  return hasAnyRow(db.selectFrom('proof').where('studentId', '=', studentId).where('revokedAt', 'is', null))
}

/** @returns number of requests */
export async function forgetCorrections(tx: Tx, studentIds: readonly string[]): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('correctionRequest')
    .where('studentId', 'in', studentIds)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Also deletes the evidence files. @returns number of requests and the file ids */
export async function forgetSettledCorrections(tx: Tx, days: number, limit: number) {
  const { rows } = await sql<{ fileId: string | null }>`
    with old as (
      select id from correction_request where settled_at < (select app_now()) - interval '1 day' * ${days}::int
      limit ${limit} for update skip locked)
    delete from correction_request using old where correction_request.id = old.id
    returning file_id as "fileId"`.execute(tx)
  return { removed: rows.length, files: rows.flatMap(({ fileId }) => fileId ?? []) }
}
