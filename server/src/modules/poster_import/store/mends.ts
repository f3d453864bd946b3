import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { storableJson } from '../../../platform/db/storable-json.ts'

/** The content of a row, as it was read and mended; files by their ids. */
export interface StoredItem<Content> {
  /** where its document belongs; null: it does not say */
  categoryId: number | null
  publishedAt: string | null
  pinned: boolean
  /** in hexadecimal */
  contentHash: string
  content: Content
  bodyText: string
  problems: string[]
  remains: { words: string[]; gone: boolean; otherHtml: string | null } | null
  mended: boolean
}

/** What was decided of a row, with what a list shows of its content. */
export interface Mend {
  leftOut: boolean
  categoryId: number | null
  version: number
  /** null: nobody has looked at it */
  item: {
    title: string
    source: string
    publishedAt: string | null
    problems: string[]
    remainsGone: boolean | null
    pictures: number
    missing: number
    mended: boolean
  } | null
}

/** By the rows' numbers; what nobody decided of has none. */
export async function findMends(db: Db, importId: string): Promise<Map<number, Mend>> {
  const { rows } = await sql<Mend & { rowNo: number }>`
    select row_no as "rowNo", left_out as "leftOut", category_id as "categoryId", version,
      case when item is not null then jsonb_build_object(
        'title', item -> 'content' -> 'title', 'source', item -> 'content' -> 'source', 'publishedAt', item -> 'publishedAt',
        'problems', item -> 'problems', 'remainsGone', item -> 'remains' -> 'gone', 'mended', item -> 'mended',
        'pictures', regexp_count(item -> 'content' ->> 'bodyHtml', '<img'),
        'missing', regexp_count(item -> 'content' ->> 'bodyHtml', '［此处缺图片 [0-9]+，请补传］')) end as item
    from poster_import_mend where import_id = ${importId}`.execute(db)
  return new Map(rows.map(({ rowNo, ...mend }) => [rowNo, mend]))
}

/** The content of one row with what was decided of it; undefined: nothing was, and nobody has looked. */
export async function findItem<Content>(db: Db, importId: string, rowNo: number) {
  const row = await db
    .selectFrom('posterImportMend')
    .select(['leftOut', 'categoryId', 'version', 'item'])
    .where('importId', '=', importId)
    .where('rowNo', '=', rowNo)
    .executeTakeFirst()
  return row && { ...row, item: storedItem<Content>(row.item) }
}

/** The column's guarantee: only insertItem and mendItem write it. */
function storedItem<Content>(value: unknown): StoredItem<Content> | null {
  return value as StoredItem<Content> | null
}

/** Holds an import that waits to be run, for this transaction; false: it does not wait. */
export async function lockWaiting(tx: Tx, importId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('posterImport')
    .set({ touchedAt: sql<Date>`app_now()` })
    .where('id', '=', importId)
    .where('state', '=', 'CHECKED')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Keeps what was read for somebody to look at; what is there already stays. */
export async function insertItem<Content>(
  tx: Tx,
  importId: string,
  rowNo: number,
  item: StoredItem<Content>,
): Promise<void> {
  await sql`
    insert into poster_import_mend as mend (import_id, row_no, item) values (${importId}, ${rowNo}, ${storableJson(item)})
    on conflict (import_id, row_no) do update set item = excluded.item where mend.item is null`.execute(
    tx,
  )
}

/** The content as a person has it now; false: somebody was faster. */
export async function mendItem<Content>(
  tx: Tx,
  importId: string,
  rowNo: number,
  to: { version: number; categoryId: number; item: StoredItem<Content> },
): Promise<boolean> {
  const { version, categoryId, item } = to
  const { numUpdatedRows } = await tx
    .updateTable('posterImportMend')
    .set({ item: storableJson(item), categoryId, version: version + 1 })
    .where('importId', '=', importId)
    .where('rowNo', '=', rowNo)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Of several rows: where they belong, or whether they come along. What was read for another category is read again, unless it was mended. */
export async function decideRows(
  tx: Tx,
  importId: string,
  rowNos: readonly number[],
  { categoryId, leftOut }: { categoryId?: number | undefined; leftOut?: boolean | undefined },
): Promise<void> {
  const category = sql`${categoryId ?? null}::smallint`
  const left = sql`${leftOut ?? null}::boolean`
  const item: RawBuilder<unknown> =
    categoryId === undefined
      ? sql`mend.item`
      : sql`case when (mend.item ->> 'mended')::boolean then mend.item end`
  await sql`
    insert into poster_import_mend as mend (import_id, row_no, category_id, left_out)
    select ${importId}, no, ${category}, coalesce(${left}, false) from unnest(${[...rowNos]}::int[]) as no order by no
    on conflict (import_id, row_no) do update set category_id = coalesce(${category}, mend.category_id),
      left_out = coalesce(${left}, mend.left_out), item = ${item},
      version = mend.version + ${categoryId === undefined ? 0 : 1}::int`.execute(tx)
}
