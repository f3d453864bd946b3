import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { isNotPostponed } from '../../../platform/db/sweep-failures.ts'
import type { PictureUse, StaffPurpose } from '../examine.ts'

export type UploadRow = NonNullable<Awaited<ReturnType<typeof findUpload>>>

/** The new upload's id; nothing of it is there yet. */
export async function insertUpload(
  db: Db,
  row: {
    staffId: string
    name: string
    size: number
    purpose: StaffPurpose
    pictureUse: PictureUse | null
    chunkSize: number
  },
): Promise<string> {
  const { id } = await db.insertInto('upload').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

const selectUpload = (db: Db, id: string) =>
  db
    .selectFrom('upload')
    .select(['id', 'staffId', 'name', 'size', 'chunkSize', 'received', 'parts', 'state', 'fileId'])
    .select(sql<StaffPurpose>`purpose`.as('purpose'))
    .select(sql<PictureUse | null>`picture_use`.as('pictureUse'))
    .where('id', '=', id)

/** An upload in any state, and whose it is. */
export function findUpload(db: Db, id: string) {
  return selectUpload(db, id).executeTakeFirst()
}

/** The same, and nobody else changes it until the transaction ends. */
export function lockUpload(tx: Tx, id: string) {
  return selectUpload(tx, id).forUpdate().executeTakeFirst()
}

/**
 * Adds a piece behind those that are there. False when it no longer fits: another request brought the same piece
 * first, or the upload is over.
 */
export async function addPart(
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

/** Ends an upload in its file. */
export async function markFinished(tx: Tx, id: string, fileId: string): Promise<void> {
  await tx
    .updateTable('upload')
    .set({ state: 'FINISHED', fileId, touchedAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .execute()
}

/**
 * Uploads that nobody has touched for `hours`: unfinished ones are given up here, so that no piece is added to them
 * any more; finished ones only lose their row and what a crash left of their pieces.
 */
export function giveUpOld(
  db: Db,
  { job, hours, limit }: { job: string; hours: number; limit: number },
) {
  return db
    .updateTable('upload')
    .set({ state: sql<string>`case state when 'OPEN' then 'ABANDONED' else state end` })
    .where('id', 'in', (upload) =>
      upload
        .selectFrom('upload')
        .select('id')
        .where('touchedAt', '<=', sql<Date>`(select app_now()) - interval '1 hour' * ${hours}::int`)
        .where(isNotPostponed(job, sql`upload.id`))
        .orderBy('touchedAt')
        .limit(limit)
        // one that is touched at this moment is judged again once its lock is ours, or left for the next time
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'parts'])
    .execute()
}

/** Deletes the rows; their pieces are gone already. */
export async function forgetUploads(db: Db, ids: string[]): Promise<void> {
  await sql`
    with held as (select id from upload where id = any(${ids}::uuid[]) order by id for update)
    delete from upload using held where upload.id = held.id`.execute(db)
}
