import { type NotNull, type SqlBool, sql } from 'kysely'
import { countOf } from '../../../platform/db/count.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import type { Paging } from '../../../platform/db/page.ts'
import { asContent } from '../content.ts'

/** What readers may see: published, its time come, not withdrawn. */
export const visible = sql<SqlBool>`(poster.published_no is not null and poster.withdrawn_at is null
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

/** a check of the table: what is published has all of them */
type Whole = Record<
  'title' | 'summary' | 'titleCode' | 'source' | 'author' | 'publishAt' | 'hasVideo',
  NotNull
>

/** when the readers' text changed last */
const revised = sql<Date>`greatest(poster.publish_at, poster.revised_at)`

export interface Publication {
  id: string
  no: number
  /** null: now */
  publishAt: Date | null
  /** what it falls back on when it is taken back before that */
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
  /** the first version of an item that is published as it is made */
  first?: boolean
}

/** From now, or from that time on, readers see that revision. */
export function publishRevision(tx: Tx, publication: Publication) {
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

export type PublicRow = Awaited<ReturnType<typeof findItems>>[number]

/** Those of the ids that readers may see, in no order. */
export function findItems(db: Db, ids: string[]) {
  return db
    .selectFrom('poster')
    .select(item)
    .where('poster.id', 'in', ids)
    .where(visible)
    .$narrowType<Whole>()
    .execute()
}

/** Those of the ids that are items which readers do not see. */
export async function listHidden(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('poster')
    .select('poster.id')
    .where('poster.id', 'in', ids)
    .where(sql<SqlBool>`(removed_at is not null or not coalesce(${visible}, false))`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** A category's list: pinned first, then the newest. */
export async function listCategory(
  db: Db,
  { categoryId, page, pageSize }: Paging & { categoryId: number },
) {
  const rows = db.selectFrom('poster').where('poster.categoryId', '=', categoryId).where(visible)
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
    countOf(rows),
  ])
  return { list, total, page, pageSize }
}

/** One item with its text, as readers may see it. */
export async function findPublic(db: Db, id: string) {
  const row = await db
    .selectFrom('poster')
    .innerJoin('posterRevision as revision', (join) =>
      join
        .onRef('revision.posterId', '=', 'poster.id')
        .onRef('revision.no', '=', 'poster.publishedNo'),
    )
    .select(item)
    .select(['revision.content', revised.as('revisedAt')])
    .where('poster.id', '=', id)
    .where(visible)
    .$narrowType<Whole>()
    .executeTakeFirst()
  return row && { ...row, content: asContent(row.content) }
}

/** The next newer and the next older item of the category by publication, pinned or not. */
export async function findNeighbours(
  db: Db,
  here: { id: string; categoryId: number; publishAt: Date },
) {
  const near = db
    .selectFrom('poster')
    .select(['poster.id', 'poster.title'])
    .where('poster.categoryId', '=', here.categoryId)
    .where(visible)
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

/** The newest of all categories or some, for feeds and the site map. */
export function listNewest(db: Db, filter: { categoryIds?: number[] | undefined; limit: number }) {
  let rows = db.selectFrom('poster').where(visible)
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

/** Adds views to several items at once. Not a change of theirs: no version, no time. */
export async function addViews(db: Db, views: Map<string, number>): Promise<void> {
  // one order for everybody, so that two processes never wait for each other in a circle
  const sorted = [...views].sort(([a], [b]) => (a < b ? -1 : 1))
  await sql`with held as (
      select poster.id, added.count
      from unnest(${sorted.map(([id]) => id)}::uuid[], ${sorted.map(([, count]) => count)}::int[]) as added (id, count)
      join poster on poster.id = added.id order by poster.id for no key update of poster)
    update poster set views = views + held.count from held where held.id = poster.id`.execute(db)
}
