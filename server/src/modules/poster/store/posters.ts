import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { type Paging, pageOf } from '../../../platform/db/page.ts'
import type { PosterState } from '../content.ts'
import { personName } from './person-name.ts'

const state = sql<PosterState>`case
  when poster.withdrawn_at is not null then 'WITHDRAWN'
  when poster.published_no is null then 'DRAFT'
  when poster.publish_at > (select app_now()) then 'SCHEDULED'
  else 'PUBLISHED' end`

const updatedByName = personName('poster.updatedBy')

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

/** Any item that was not removed. */
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

/** The row as it is now, held until the transaction ends; removed ones too, for repeats. */
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

export interface DeskFilter extends Paging {
  categoryId?: number | undefined
  state?: PosterState | undefined
  /** a LIKE pattern over the draft's title, lower case */
  title?: string | undefined
}

/** The desk's list: what was changed last stands first. */
export function listPosters(db: Db, filter: DeskFilter) {
  let rows = db.selectFrom('poster').where('poster.removedAt', 'is', null)
  if (filter.categoryId !== undefined)
    rows = rows.where('poster.categoryId', '=', filter.categoryId)
  if (filter.state) rows = rows.where(state, '=', filter.state)
  if (filter.title) rows = rows.where(sql<SqlBool>`lower(poster.draft_title) like ${filter.title}`)
  const shown = rows
    .select(head)
    .select([state.as('state'), updatedByName.as('updatedBy'), 'poster.draftTitle as title'])
    .orderBy('poster.updatedAt', 'desc')
    .orderBy('poster.id', 'desc')
  return pageOf(shown, filter)
}

/** Creates alike go one after the other until the transaction ends. */
export async function lockStamp(tx: Tx, stamp: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${stamp.readInt32BE(0)}, ${stamp.readInt32BE(4)})`.execute(
    tx,
  )
}

/** What the same create made in the last ten minutes, if nobody has changed it since. */
export function findCreated(tx: Tx, stamp: Buffer) {
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

/** The new row's id; its first revision must follow in the same transaction. */
export async function insertPoster(tx: Tx, row: NewPoster): Promise<string> {
  const { id } = await tx
    .insertInto('poster')
    .values({ ...row, draftNo: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
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

/** One change by a person: a new version. */
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
