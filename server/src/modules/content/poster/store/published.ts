import { type NotNull, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'
import type { PageRequest } from '../../../../platform/db/page.ts'
import { countQueryRows } from '../../../../platform/db/page.ts'
import { asPosterContent } from '../content.ts'

/** SQL condition: published, due and not withdrawn. */
export const isVisibleSql = sql<SqlBool>`(poster.published_no is not null and poster.withdrawn_at is null
  and poster.publish_at <= (select app_now()))`

const item = [
  'poster.id',
  'poster.categoryId',
  'poster.title',
  'poster.summary',
  'poster.coverFileId',
  'poster.titleCode',
  'poster.source',
  'poster.author',
  'poster.publishAt',
  'poster.pinned',
  'poster.views',
  'poster.hasVideo',
] as const

/** A check constraint of the table guarantees that these columns are set. */
type Whole = Record<'title' | 'summary' | 'titleCode' | 'source' | 'author' | 'publishAt' | 'hasVideo', NotNull>

const revised = sql<Date>`greatest(poster.publish_at, poster.revised_at)`

export interface PosterPublication {
  id: string
  no: number
  /** The publication time; null means now. */
  publishAt: Date | null
  /** The date that the item returns to if it is withdrawn before `publishAt`. */
  datedAt: Date | string | null
  title: string
  summary: string
  coverFileId: string | null
  titleCode: number
  source: string
  author: string
  hasVideo: boolean
  lastChange: Buffer
  updatedBy: string
  first?: boolean
}

export function publishPosterRevision(tx: Tx, publication: PosterPublication) {
  const { id, no, publishAt, first, ...fields } = publication
  return tx
    .updateTable('poster')
    .set({
      ...fields,
      publishedNo: no,
      publishAt: publishAt ?? sql<Date>`app_now()`,
      withdrawnAt: null,
      revisedAt: sql<Date>`app_now()`,
      version: first ? 1 : sql<number>`version + 1`,
      updatedAt: sql<Date>`app_now()`,
    })
    .where('id', '=', id)
    .returning(['version', 'draftNo'])
    .executeTakeFirstOrThrow()
}

export type PublicPosterRow = Awaited<ReturnType<typeof findPublicPosters>>[number]

/** The rows come in no defined order. */
export function findPublicPosters(db: Db, ids: string[]) {
  return db
    .selectFrom('poster')
    .select(item)
    .where('poster.id', 'in', ids)
    .where(isVisibleSql)
    .$narrowType<Whole>()
    .execute()
}

export async function listHiddenPosterIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('poster')
    .select('poster.id')
    .where('poster.id', 'in', ids)
    .where(sql<SqlBool>`(removed_at is not null or not coalesce(${isVisibleSql}, false))`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export async function listPostersOfCategory(
  db: Db,
  { categoryId, page, pageSize }: PageRequest & { categoryId: number },
) {
  const rows = db.selectFrom('poster').where('poster.categoryId', '=', categoryId).where(isVisibleSql)
  const [list, total] = await Promise.all([
    rows
      .select(item)
      .orderBy('poster.pinned', 'desc')
      .orderBy('poster.publishAt', 'desc')
      .orderBy('poster.id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .$narrowType<Whole>()
      .execute(),
    countQueryRows(rows),
  ])
  return { list, total, page, pageSize }
}

export async function findPublicPoster(db: Db, id: string) {
  const row = await db
    .selectFrom('poster')
    .innerJoin('posterRevision as revision', (join) =>
      join.onRef('revision.posterId', '=', 'poster.id').onRef('revision.no', '=', 'poster.publishedNo'),
    )
    .select(item)
    .select(['revision.content', revised.as('revisedAt')])
    .where('poster.id', '=', id)
    .where(isVisibleSql)
    .$narrowType<Whole>()
    .executeTakeFirst()
  return row && { ...row, content: asPosterContent(row.content) }
}

/** Neighbours are ordered by publication date, whether pinned or not. */
export async function findNeighbourPosters(db: Db, here: { id: string; categoryId: number; publishAt: Date }) {
  const near = db
    .selectFrom('poster')
    .select(['poster.id', 'poster.title'])
    .where('poster.categoryId', '=', here.categoryId)
    .where(isVisibleSql)
    .limit(1)
    .$narrowType<{ title: NotNull }>()
  const place = sql`(${here.publishAt}::timestamptz, ${here.id}::uuid)`
  const [previous, next] = await Promise.all([
    near
      .where(sql<SqlBool>`(poster.publish_at, poster.id) > ${place}`)
      .orderBy('poster.publishAt')
      .orderBy('poster.id')
      .executeTakeFirst(),
    near
      .where(sql<SqlBool>`(poster.publish_at, poster.id) < ${place}`)
      .orderBy('poster.publishAt', 'desc')
      .orderBy('poster.id', 'desc')
      .executeTakeFirst(),
  ])
  return { previous: previous ?? null, next: next ?? null }
}

export function listNewestPosters(db: Db, filter: { categoryIds?: number[] | undefined; limit: number }) {
  let rows = db.selectFrom('poster').where(isVisibleSql)
  if (filter.categoryIds) rows = rows.where('poster.categoryId', 'in', filter.categoryIds)
  return rows
    .select(['poster.id', 'poster.categoryId', 'poster.title', 'poster.summary'])
    .select(['poster.publishAt as publishedAt', revised.as('updatedAt')])
    .orderBy('poster.publishAt', 'desc')
    .orderBy('poster.id', 'desc')
    .limit(filter.limit)
    .$narrowType<{ title: NotNull; summary: NotNull; publishedAt: NotNull }>()
    .execute()
}

/** Adding views changes neither the version nor the time of the last change. */
export async function addPosterViews(db: Db, views: Map<string, number>): Promise<void> {
  // A fixed order prevents deadlocks between processes.
  const sorted = [...views].sort(([a], [b]) => (a < b ? -1 : 1))
  await sql`with held as (
      select poster.id, added.count
      from unnest(${sorted.map(([id]) => id)}::uuid[], ${sorted.map(([, count]) => count)}::int[]) as added (id, count)
      join poster on poster.id = added.id order by poster.id for no key update of poster)
    update poster set views = views + held.count from held where held.id = poster.id`.execute(db)
}
