import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'
import { insertRow } from '../../../../platform/db/insert-once.ts'
import { hasAnyRow, type PageRequest, selectPage } from '../../../../platform/db/page.ts'
import { asPosterContent, type PosterContent, type PosterState } from '../content.ts'

const state = sql<PosterState>`case
  when poster.withdrawn_at is not null then 'WITHDRAWN'
  when poster.published_no is null then 'DRAFT'
  when poster.publish_at > (select app_now()) then 'SCHEDULED'
  else 'PUBLISHED' end`

const updatedByName = staffNameSql('poster.updatedBy')

const head = [
  'poster.id',
  'poster.categoryId',
  'poster.pinned',
  'poster.publishAt',
  'poster.datedAt',
  'poster.withdrawnAt',
  'poster.views',
  'poster.version',
  'poster.draftNo',
  'poster.publishedNo',
  'poster.updatedAt',
] as const

export type PosterRow = NonNullable<Awaited<ReturnType<typeof findPoster>>>

export function findPoster(db: Db, id: string) {
  return db
    .selectFrom('poster')
    .select(head)
    .select([state.as('state'), updatedByName.as('updatedBy'), 'poster.draftTitle'])
    .where('poster.id', '=', id)
    .where('poster.removedAt', 'is', null)
    .executeTakeFirst()
}

export type LockedPoster = NonNullable<Awaited<ReturnType<typeof lockPoster>>>

/** Locks an item. Removed items are found too, so that a repeated removal succeeds. */
export function lockPoster(tx: Tx, id: string) {
  return tx
    .selectFrom('poster')
    .select(head)
    .select([state.as('state'), updatedByName.as('updatedBy'), 'poster.draftTitle'])
    .select(['poster.lastChange', 'poster.removedAt'])
    .where('poster.id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export interface DeskPosterFilter extends PageRequest {
  categoryId?: number | undefined
  state?: PosterState | undefined
  /** A LIKE pattern in lower case. */
  title?: string | undefined
}

export function listPosters(db: Db, filter: DeskPosterFilter) {
  let rows = db.selectFrom('poster').where('poster.removedAt', 'is', null)
  if (filter.categoryId !== undefined) rows = rows.where('poster.categoryId', '=', filter.categoryId)
  if (filter.state) rows = rows.where(state, '=', filter.state)
  if (filter.title) rows = rows.where(sql<SqlBool>`lower(poster.draft_title) like ${filter.title}`)
  const shown = rows
    .select(head)
    .select([state.as('state'), updatedByName.as('updatedBy'), 'poster.draftTitle as title'])
    .orderBy('poster.updatedAt', 'desc')
    .orderBy('poster.id', 'desc')
  return selectPage(shown, filter)
}

/** Serialises identical requests to create an item. */
export async function lockRequestHash(tx: Tx, stamp: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${stamp.readInt32BE(0)}, ${stamp.readInt32BE(4)})`.execute(tx)
}

/** Returns undefined if the item was created more than ten minutes ago or has changed. */
export function findRecentlyCreated(tx: Tx, stamp: Buffer) {
  return tx
    .selectFrom('poster')
    .select(['id', 'version', 'draftNo'])
    .where('lastChange', '=', stamp)
    .where('version', '=', 1)
    .where('removedAt', 'is', null)
    .where('createdAt', '>', sql<Date>`(select app_now()) - interval '10 minutes'`)
    .executeTakeFirst()
}

export interface NewPoster {
  categoryId: number
  draftTitle: string
  pinned: boolean
  datedAt: Date | string | null
  lastChange: Buffer
  updatedBy: string
}

/** The first revision must be inserted in the same transaction. */
export function insertPoster(tx: Tx, row: NewPoster): Promise<string> {
  return insertRow(tx, 'poster', { ...row, draftNo: 1 })
}

export interface PosterChange {
  draftNo?: number
  draftTitle?: string
  pinned?: boolean
  withdrawn?: boolean
  removed?: boolean
  lastChange: Buffer
  updatedBy: string
}

/** Also raises the version of the item. */
export function updatePoster(tx: Tx, id: string, change: PosterChange) {
  const { withdrawn, removed, ...fields } = change
  return tx
    .updateTable('poster')
    .set({
      ...fields,
      ...(withdrawn ? { withdrawnAt: sql<Date>`app_now()` } : {}),
      ...(removed ? { removedAt: sql<Date>`app_now()` } : {}),
      version: sql<number>`version + 1`,
      updatedAt: sql<Date>`app_now()`,
    })
    .where('id', '=', id)
    .returning(['version', 'draftNo'])
    .executeTakeFirstOrThrow()
}

/** Turns a stored username into the person's name. */
export function staffNameSql(column: string) {
  const username = sql.ref<string>(column)
  return sql<string>`coalesce(
    (select staff.name from staff where staff.username = ${username}),
    case ${username} when 'system' then '系统' else ${username} end)`
}

interface NewRevision {
  posterId: string
  no: number
  content: PosterContent
  bodyText: string
  savedBy: string
  restoredFrom?: number
}

/** Also records the files that the revision shows. */
export async function insertPosterRevision(tx: Tx, { content, ...row }: NewRevision): Promise<void> {
  await tx
    .insertInto('posterRevision')
    .values({ ...row, content: JSON.stringify(content) })
    .execute()
  const { posterId, no } = row
  await sql`insert into poster_file (file_id, poster_id, no)
    select unnest(files_of(content)), poster_id, no from poster_revision
    where poster_id = ${posterId} and no = ${no}`.execute(tx)
}

export async function listRevisionFiles(db: Db, posterId: string, no: number): Promise<string[]> {
  const rows = await db
    .selectFrom('posterFile')
    .select('fileId')
    .where('posterId', '=', posterId)
    .where('no', '=', no)
    .execute()
  return rows.map(({ fileId }) => fileId)
}

export async function findPosterRevision(db: Db, posterId: string, no: number) {
  const row = await db
    .selectFrom('posterRevision')
    .select(['content', 'bodyText', 'savedAt'])
    .where('posterId', '=', posterId)
    .where('no', '=', no)
    .executeTakeFirst()
  return row && { ...row, content: asPosterContent(row.content) }
}

export function isContentEqualToRevision(
  tx: Tx,
  posterId: string,
  no: number,
  content: PosterContent,
): Promise<boolean> {
  return hasAnyRow(
    tx
      .selectFrom('posterRevision')
      .where('posterId', '=', posterId)
      .where('no', '=', no)
      .where('content', '=', sql<string>`${JSON.stringify(content)}::jsonb`),
  )
}

export function listPosterRevisions(db: Db, posterId: string) {
  return db
    .selectFrom('posterRevision as revision')
    .select(['revision.no', 'revision.title', 'revision.savedAt', 'revision.restoredFrom'])
    .select(staffNameSql('revision.savedBy').as('savedBy'))
    .where('posterId', '=', posterId)
    .orderBy('no', 'desc')
    .execute()
}
