import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { isNotPostponedSql } from '../../../platform/db/sweep-failures.ts'
import { filmReaderVersion, type LessonMedia } from '../film.ts'

/** True also for a file in a draft of an item that was published before. */
const wasShown = sql<boolean>`exists (select from poster_file as held join poster on poster.id = held.poster_id
  where held.file_id = file.id and held.no <= poster.published_no)`.as('wasShown')

/** Use subqueries per row, because a join scans all items when statistics are old (decision 037). */
const shownNow = sql<boolean>`(
  exists (select from poster_file as held where held.file_id = file.id
    and (select poster.published_no = held.no and poster.withdrawn_at is null and poster.publish_at <= (select app_now())
      from poster where poster.id = held.poster_id))
  or exists (select from swiper where visible and removed_at is null
    and (file_id = file.id or strpos(redirect_url, file.id::text) > 0))
  or exists (select from friendlink where visible and removed_at is null
    and strpos(redirect_url, file.id::text) > 0)
  or exists (select from site_info where strpos(value::text, file.id::text) > 0)
  or exists (select from course where cover_file_id = file.id)
  or exists (select from lesson where article_html is not null and files_in(article_html) @> array[file.id]))`.as(
  'shownNow',
)

export const fileColumns = [
  'id',
  'ownerId',
  'staffId',
  'purpose',
  'storageKey',
  'name',
  'mime',
  'size',
  'sha256',
  'width',
  'height',
  'createdAt',
  'media',
  'qrText',
] as const

/** The cast is safe, because only `insertFile` writes this column. */
export function toLessonMedia(json: unknown): LessonMedia | null {
  return json as LessonMedia | null
}

export type FileRow = NonNullable<Awaited<ReturnType<typeof findFile>>>

export function findFile(db: Db, id: string) {
  return db
    .selectFrom('file')
    .select(fileColumns)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
}

export function findFiles(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('file')
    .select(['id', 'purpose', 'name', 'mime', 'size', 'width', 'height', 'media', 'qrText'])
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .execute()
}

export interface NewFile {
  /** Null together with a null `staffId` means built-in content. */
  ownerId: string | null
  staffId: string | null
  purpose: string
  storageKey: string
  name: string
  mime: string
  size: number
  sha256: Buffer
  /** Width in pixels. */
  width: number | null
  height: number | null
  media?: LessonMedia
  qrText?: string | null
  /** Set while `sha256` is that of the hashes of parts with this length. */
  hashPartBytes?: number
  /** A job will move the index of this film to its front. */
  isIndexLate?: boolean
  /** Days until deletion; null keeps the file for good. */
  keepDays: number | null
}

const isFilm = (purpose: string) => purpose === 'LESSON' || purpose === 'VIDEO'

const readNow = { filmRule: filmReaderVersion, indexRule: filmReaderVersion, filmReadAt: sql<Date>`app_now()` }

/** Returns undefined if the built-in content exists already. */
export async function insertFile(db: Db, row: NewFile): Promise<string | undefined> {
  const { keepDays, media, isIndexLate, ...fields } = row
  const inserted = await db
    .insertInto('file')
    .values({
      ...fields,
      media: media ? JSON.stringify(media) : null,
      ...(isFilm(row.purpose) && readNow),
      ...(isIndexLate && { indexRule: 0 }),
      deleteDueAt: keepDays === null ? null : sql<Date>`app_now() + interval '1 day' * ${keepDays}::int`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

export function findBuiltInContent(db: Db, purpose: string, sha256: Buffer) {
  return db
    .selectFrom('file')
    .select('id')
    .where('purpose', '=', purpose)
    .where('sha256', '=', sha256)
    .where('ownerId', 'is', null)
    .where('staffId', 'is', null)
    .executeTakeFirst()
}

/** Serialises counting and inserting uploads for one student. */
export async function lockUploadsOfStudent(tx: Tx, ownerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`upload ${ownerId}`}, 0))`.execute(tx)
}

/** Waits for a transaction that is closing the account. */
export async function hasOpenAccount(tx: Tx, ownerId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('student')
    .select('id')
    .where('id', '=', ownerId)
    .where('closedAt', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

export async function countUploadsInHour(db: Db, ownerId: string): Promise<Record<'captures' | 'others', number>> {
  return db
    .selectFrom('file')
    .select([
      sql<number>`count(*) filter (where purpose in ('CAPTURE', 'REHEARSAL'))::int`.as('captures'),
      sql<number>`count(*) filter (where purpose not in ('CAPTURE', 'REHEARSAL'))::int`.as('others'),
    ])
    .where('ownerId', '=', ownerId)
    .where('createdAt', '>', sql<Date>`(select app_now()) - interval '1 hour'`)
    .executeTakeFirstOrThrow()
}

/** Leaves out files that failed in this job until their next try. */
export function listExpiredFiles(db: Db, { job, limit }: { job: string; limit: number }) {
  return (
    db
      .selectFrom('file')
      .select(['id', 'storageKey'])
      // The subselect is evaluated once, so the index is used.
      .where('deleteDueAt', '<=', sql<Date>`(select app_now())`)
      .where('deletedAt', 'is', null)
      .where(isNotPostponedSql(job, sql`file.id`))
      .orderBy('deleteDueAt')
      .limit(limit)
      .execute()
  )
}

/** The row stays, and requests for the file are answered as missing. */
export async function markFileDeleted(db: Db, id: string): Promise<void> {
  await db.updateTable('file').set({ deletedAt: sql<Date>`app_now()` }).where('id', '=', id).execute()
}

/** Leaves out contents that are older than the database, so that a wrong folder in DATA_DIR loses no files. */
export async function listStrayStorageKeys(
  db: Db,
  contents: readonly { key: string; writtenAt: Date }[],
): Promise<string[]> {
  if (contents.length === 0) return []
  const [keys, times] = [contents.map(({ key }) => key), contents.map((each) => each.writtenAt)]
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[], ${times}::timestamptz[]) as content (key, written_at)
    where written_at > (select min(at) from migration)
      and not exists (select from file where storage_key = key and deleted_at is null)
      and not exists (select from upload where key = any(parts) or key = store_key)`.execute(db)
  return rows.map(({ key }) => key)
}

/** Keeps an uploaded file for good. `name` replaces the original name. */
export async function cancelFileDeletion(tx: Tx, id: string, name?: string): Promise<void> {
  const kept = { deleteDueAt: null, ...(name === undefined ? {} : { name }) }
  await tx.updateTable('file').set(kept).where('id', '=', id).execute()
}

/** The days are counted from the upload; an earlier deletion date stays. */
export async function deleteFileAfterDays(db: Db, id: string, days: number): Promise<void> {
  const latest = sql<Date>`created_at + interval '1 day' * ${days}::int`
  await db
    .updateTable('file')
    .set({ deleteDueAt: latest })
    .where('id', '=', id)
    .where('deleteDueAt', '>', latest)
    .execute()
}

/** A job deletes the contents within a minute. @returns number of expired files */
export async function expireFilesOfStudents(
  tx: Tx,
  ownerIds: readonly string[],
  but: readonly string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    with held as (
      select id from file where owner_id = any(${[...ownerIds]}::uuid[]) and id <> all(${[...but]}::uuid[])
      order by id for no key update)
    update file set name = '已删除', delete_due_at = app_now() from held where file.id = held.id`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/**
 * SQL condition: no application and no correction request contains the file, not even an earlier submission or one of
 * an account that the owner was merged into.
 */
const isHandedInNowhere = sql`not exists (select from reduction_file where file_id = file.id)
  and not exists (select from correction_request where file_id = file.id)
  and not exists (select from reduction_step join reduction on reduction.id = reduction_step.reduction_id
    where reduction.student_id in (
        with recursive became (id) as (
          select file.owner_id union all select merged_into from student join became using (id) where merged_into is not null)
        select id from became)
      and reduction_step.content::text like '%' || file.id || '%')`

/** A job deletes the content within a minute. @returns the file name */
export async function expireUploadedFile(
  tx: Tx,
  { id, staffId, purpose }: { id: string; staffId: string; purpose: string },
): Promise<string | undefined> {
  const row = await tx
    .updateTable('file')
    .set({ deleteDueAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('staffId', '=', staffId)
    .where('purpose', '=', purpose)
    .where('deletedAt', 'is', null)
    .where('deleteDueAt', 'is not', null)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

/** A job deletes the contents within a minute. */
export async function expireFiles(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    with held as (
      select id from file where id = any(${[...ids]}::uuid[]) and deleted_at is null and ${isHandedInNowhere}
      order by id for no key update)
    update file set delete_due_at = app_now() from held where file.id = held.id`.execute(tx)
}

/** Unused captures stay one day, other files `days`. @returns number of expired files, at most `limit` */
export async function expireUnusedFiles(tx: Tx, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with unused as (
      select id from file
      where purpose in ('AVATAR', 'EVIDENCE') and owner_id is not null and deleted_at is null and delete_due_at is null
        and created_at < (select app_now()) - interval '1 day' * ${days}::int
        and not exists (select from student where avatar_file_id = file.id)
        and ${isHandedInNowhere}
      union all
      select id from file
      where purpose = 'CAPTURE' and deleted_at is null and delete_due_at > (select app_now())
        and created_at < (select app_now()) - interval '1 day'
        and not exists (select from capture where file_id = file.id)
      limit ${limit}
    ), held as (
      select file.id from file join unused using (id) order by file.id for no key update of file skip locked)
    update file set delete_due_at = app_now() from held where file.id = held.id`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export function listFilesOfStudents(db: Db, ownerIds: readonly string[], purposes: readonly string[]) {
  return db
    .selectFrom('file')
    .select(['id', 'name', 'size', 'storageKey'])
    .where('ownerId', 'in', [...ownerIds])
    .where('purpose', 'in', [...purposes])
    .where('deletedAt', 'is', null)
    .where((where) =>
      where.or([where('deleteDueAt', 'is', null), where('deleteDueAt', '>', sql<Date>`(select app_now())`)]),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()
}

export function findVisibleFile(db: Db, id: string) {
  return db
    .selectFrom('file')
    .select(fileColumns)
    .select([wasShown, shownNow])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
}

export function listVisibleFiles(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('file')
    .select(['id', 'purpose', wasShown, shownNow])
    .where('id', 'in', [...ids])
    .where('deletedAt', 'is', null)
    .execute()
}
