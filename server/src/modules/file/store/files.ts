import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { isNotPostponed } from '../../../platform/db/sweep-failures.ts'
import { filmRule, type Media } from '../film.ts'

/** what answers about one file are made of */
export const columns = [
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

/** The column's guarantee: only insertFile writes it, and it writes what was read from the film. */
export function toMedia(json: unknown): Media | null {
  return json as Media | null
}

export type FileRow = NonNullable<Awaited<ReturnType<typeof findFile>>>

/** A file that is not deleted. */
export function findFile(db: Db, id: string) {
  return db
    .selectFrom('file')
    .select(columns)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
}

/** Those of the ids that are not deleted, in no order. */
export function findFiles(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('file')
    .select(['id', 'purpose', 'name', 'mime', 'size', 'width', 'height', 'media', 'qrText'])
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .execute()
}

export interface NewFile {
  /** the student who uploaded it, or the member of staff; neither: the product's own content */
  ownerId: string | null
  staffId: string | null
  purpose: string
  storageKey: string
  name: string
  mime: string
  size: number
  sha256: Buffer
  /** pixels, where it has any */
  width: number | null
  height: number | null
  /** of a lesson's video */
  media?: Media
  /** what the code in a picture says */
  qrText?: string | null
  /** days from now after which it must be deleted; null: kept */
  keepDays: number | null
}

const isFilm = (purpose: string) => purpose === 'LESSON' || purpose === 'VIDEO'
const readNow = { filmRule, indexRule: filmRule, filmReadAt: sql<Date>`app_now()` }

/** The new row's id; undefined when the product's own content of that purpose is there already. */
export async function insertFile(db: Db, row: NewFile): Promise<string | undefined> {
  const { keepDays, media, ...fields } = row
  const inserted = await db
    .insertInto('file')
    .values({
      ...fields,
      media: media ? JSON.stringify(media) : null,
      ...(isFilm(row.purpose) && readNow),
      deleteDueAt:
        keepDays === null ? null : sql<Date>`app_now() + interval '1 day' * ${keepDays}::int`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/** The product's own content, known by what it holds. */
export function findContent(db: Db, purpose: string, sha256: Buffer) {
  return db
    .selectFrom('file')
    .select('id')
    .where('purpose', '=', purpose)
    .where('sha256', '=', sha256)
    .where('ownerId', 'is', null)
    .where('staffId', 'is', null)
    .executeTakeFirst()
}

/** A student's uploads are counted and entered one after the other until the transaction ends. */
export async function lockUploads(tx: Tx, ownerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`upload ${ownerId}`}, 0))`.execute(tx)
}

/** Whether the account goes on that a file is uploaded by; one that is being closed is waited for. */
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

/** How many files a student has uploaded within the last hour. */
export async function countUploadsInHour(
  db: Db,
  ownerId: string,
): Promise<Record<'captures' | 'others', number>> {
  return db
    .selectFrom('file')
    .select([
      sql<number>`count(*) filter (where purpose in ('CAPTURE', 'REHEARSAL'))::int`.as('captures'),
      sql<number>`count(*) filter (where purpose not in ('CAPTURE', 'REHEARSAL'))::int`.as(
        'others',
      ),
    ])
    .where('ownerId', '=', ownerId)
    .where('createdAt', '>', sql<Date>`(select app_now()) - interval '1 hour'`)
    .executeTakeFirstOrThrow()
}

/** Those whose day to be deleted has come, the oldest first; what the job failed at waits for its next try. */
export function findDueFiles(db: Db, { job, limit }: { job: string; limit: number }) {
  return (
    db
      .selectFrom('file')
      .select(['id', 'storageKey'])
      // asked once, not per row: so the index answers
      .where('deleteDueAt', '<=', sql<Date>`(select app_now())`)
      .where('deletedAt', 'is', null)
      .where(isNotPostponed(job, sql`file.id`))
      .orderBy('deleteDueAt')
      .limit(limit)
      .execute()
  )
}

/** Their contents are gone: the rows stay, and answer as missing. */
export async function markDeleted(db: Db, ids: string[]): Promise<void> {
  await sql`
    with held as (select id from file where id = any(${ids}::uuid[]) order by id for no key update)
    update file set deleted_at = app_now() from held where file.id = held.id`.execute(db)
}

/**
 * Of these contents, those that neither a file nor an upload names. What is older than the database is not its own to judge: a folder that
 * is given to a new database, or to the wrong one, loses nothing.
 */
export async function findStrays(
  db: Db,
  contents: readonly { key: string; writtenAt: Date }[],
): Promise<string[]> {
  if (contents.length === 0) return []
  const [keys, times] = [contents.map(({ key }) => key), contents.map((each) => each.writtenAt)]
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[], ${times}::timestamptz[]) as content (key, written_at)
    where written_at > (select min(at) from migration)
      and not exists (select from file where storage_key = key)
      and not exists (select from upload where key = any(parts))`.execute(db)
  return rows.map(({ key }) => key)
}

/** Its day to be deleted does not come any more. `name`: what it is called from now on, where its own says nothing to whoever gets it. */
export async function keepForGood(tx: Tx, id: string, name?: string): Promise<void> {
  const kept = { deleteDueAt: null, ...(name === undefined ? {} : { name }) }
  await tx.updateTable('file').set(kept).where('id', '=', id).execute()
}

/** It goes so many days after it was uploaded, or before: never later. */
export async function keepNoLonger(db: Db, id: string, days: number): Promise<void> {
  const latest = sql<Date>`created_at + interval '1 day' * ${days}::int`
  await db
    .updateTable('file')
    .set({ deleteDueAt: latest })
    .where('id', '=', id)
    .where('deleteDueAt', '>', latest)
    .execute()
}

/** All of these students' files but some: their names go now, their contents within a minute. @returns how many */
export async function expireOwned(
  tx: Tx,
  ownerIds: readonly string[],
  but: readonly string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    with held as (
      select id from file where owner_id = any(${[...ownerIds]}::uuid[]) and id <> all(${[...but]}::uuid[])
      order by id for no key update)
    update file set name = '已删除', delete_due_at = app_now() from held where file.id = held.id`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}

/**
 * Evidence that is handed in nowhere; what an earlier submission of a reduction was handed in with is part of its trail, also once the
 * uploader's account went into another, and the reduction with it.
 */
const isHandedInNowhere = sql`not exists (select from reduction_file where file_id = file.id)
  and not exists (select from correction_request where file_id = file.id)
  and not exists (select from reduction_step join reduction on reduction.id = reduction_step.reduction_id
    where reduction.student_id in (
        with recursive became (id) as (
          select file.owner_id union all select merged_into from student join became using (id) where merged_into is not null)
        select id from became)
      and reduction_step.content::text like '%' || file.id || '%')`

/** What a member of staff uploaded for a purpose and used for nothing goes within a minute. @returns its name */
export async function expireUploaded(
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
    // what is used is kept for good
    .where('deleteDueAt', 'is not', null)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

/** Those of these files that are handed in nowhere: their contents go within a minute. */
export async function expireFiles(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    with held as (
      select id from file where id = any(${[...ids]}::uuid[]) and deleted_at is null and ${isHandedInNowhere}
      order by id for no key update)
    update file set delete_due_at = app_now() from held where file.id = held.id`.execute(tx)
}

/**
 * Pictures and evidence that were uploaded so long ago and stand nowhere: replaced, or never handed in. Their contents go within a minute.
 * A capture that no exam took stays a day, whatever `days`: an exam is over by then, and so many may be sent in an hour.
 * @returns how many, `limit` at most
 */
export async function expireUnused(tx: Tx, days: number, limit: number): Promise<number> {
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

/** Files of these students for these purposes whose day has not come, the newest first. */
export function listOwned(db: Db, ownerIds: readonly string[], purposes: readonly string[]) {
  return db
    .selectFrom('file')
    .select(['id', 'name', 'size', 'storageKey'])
    .where('ownerId', 'in', [...ownerIds])
    .where('purpose', 'in', [...purposes])
    .where('deletedAt', 'is', null)
    .where((where) =>
      where.or([
        where('deleteDueAt', 'is', null),
        where('deleteDueAt', '>', sql<Date>`(select app_now())`),
      ]),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()
}
