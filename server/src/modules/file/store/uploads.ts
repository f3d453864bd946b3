import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { isNotPostponedSql } from '../../../platform/db/sweep-failures.ts'
import type { PictureUse, StaffPurpose } from '../examine.ts'

export type UploadRow = NonNullable<Awaited<ReturnType<typeof findUpload>>>

export async function insertUpload(
  db: Db,
  row: {
    staffId: string
    name: string
    size: number
    purpose: StaffPurpose
    pictureUse: PictureUse | null
    chunkSize: number
    storeKey?: string
    storeUpload?: string
  },
): Promise<string> {
  const { id } = await db.insertInto('upload').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

const selectUpload = (db: Db, id: string) =>
  db
    .selectFrom('upload')
    .select(['id', 'staffId', 'name', 'size', 'chunkSize', 'received', 'parts', 'state', 'fileId'])
    .select(['storeKey', 'storeUpload', 'partHashes'])
    .select(sql<StaffPurpose>`purpose`.as('purpose'))
    .select(sql<PictureUse | null>`picture_use`.as('pictureUse'))
    .where('id', '=', id)

export function findUpload(db: Db, id: string) {
  return selectUpload(db, id).executeTakeFirst()
}

export function lockUpload(tx: Tx, id: string) {
  return selectUpload(tx, id).forUpdate().executeTakeFirst()
}

/** Returns false if a concurrent request was faster or the upload has ended. */
export async function appendUploadPart(
  db: Db,
  id: string,
  part: { key: string; offset: number; size: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('upload')
    .set({
      parts: sql<string[]>`array_append(parts, ${part.key})`,
      received: part.offset + part.size,
      touchedAt: sql<Date>`app_now()`,
    })
    .where('id', '=', id)
    .where('state', '=', 'OPEN')
    .where('received', '=', part.offset)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** @returns false if the upload has ended, or the part was recorded with another hash */
export async function recordPartHash(db: Db, id: string, part: { number: number; sha256: string }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update upload set part_hashes[${part.number}::int] = ${part.sha256}, touched_at = app_now()
    where id = ${id} and state = 'OPEN'
      and coalesce(part_hashes[${part.number}::int], ${part.sha256}) = ${part.sha256}`.execute(db)
  return numAffectedRows === 1n
}

export async function setUploadFinished(tx: Tx, id: string, fileId: string): Promise<void> {
  await tx
    .updateTable('upload')
    .set({ state: 'FINISHED', fileId, touchedAt: sql<Date>`app_now()`, received: sql<number>`size` })
    .where('id', '=', id)
    .execute()
}

/** Marks open uploads as abandoned, so that no chunk is added later. */
export function abandonOldUploads(db: Db, { job, hours, limit }: { job: string; hours: number; limit: number }) {
  return db
    .updateTable('upload')
    .set({ state: sql<string>`case state when 'OPEN' then 'ABANDONED' else state end` })
    .where('id', 'in', (upload) =>
      upload
        .selectFrom('upload')
        .select('id')
        .where('touchedAt', '<=', sql<Date>`(select app_now()) - interval '1 hour' * ${hours}::int`)
        .where(isNotPostponedSql(job, sql`upload.id`))
        .orderBy('touchedAt')
        .limit(limit)
        // Uploads that another transaction is using are skipped.
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'parts', 'state', 'storeKey', 'storeUpload'])
    .execute()
}

export async function forgetUpload(db: Db, id: string): Promise<void> {
  await db.deleteFrom('upload').where('id', '=', id).execute()
}

export async function countOpenUploads(db: Db, staffId: string): Promise<number> {
  const { count } = await db
    .selectFrom('upload')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('staffId', '=', staffId)
    .where('state', '=', 'OPEN')
    .executeTakeFirstOrThrow()
  return count
}
