import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { countQueryRows, type PageRequest, selectPage } from '../../../platform/db/page.ts'
import { toStorableJson } from '../../../platform/db/storable-json.ts'
import { isNotPostponedSql } from '../../../platform/db/sweep-failures.ts'
import type { DocumentReportRow, ImportReportRow, ItemIdentity } from './document/document.ts'

export interface ImportedRowOutcome {
  action: DocumentReportRow['action']
  problems: string[]
  posterId: string | null
}

const columns = [
  'posterImport.id',
  'posterImport.staffId',
  'staff.username',
  'file.name as fileName',
  'fileId',
  'categoryId',
  'state',
  'report',
  'done',
  'publish',
  'runIp',
] as const

export type ContentImportState = 'CHECKED' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED'

export type ContentImport = NonNullable<Awaited<ReturnType<typeof findContentImport>>>

export async function findContentImport(db: Db, id: string) {
  const row = await db
    .selectFrom('posterImport')
    .innerJoin('staff', 'staff.id', 'posterImport.staffId')
    .innerJoin('file', 'file.id', 'posterImport.fileId')
    .select(columns)
    .where('posterImport.id', '=', id)
    .executeTakeFirst()
  return row && { ...row, state: row.state as ContentImportState, report: reportOf(row.report) }
}

const laterFields = {
  posterId: null,
  source: '',
  needsCategory: false,
  twinOf: null,
  pictures: 0,
  missing: 0,
  remains: null,
}

/** The cast is safe, because only `insertContentImport` writes this column. */
function reportOf(value: unknown): ImportReportRow[] {
  const rows = value as (Omit<ImportReportRow, keyof typeof laterFields> & Partial<ImportReportRow>)[]
  return rows.map((row) => ({ ...laterFields, ...row }))
}

export function listContentImports(db: Db, { staffId, ...paging }: PageRequest & { staffId: string }) {
  const rows = db
    .selectFrom('posterImport')
    .innerJoin('file', 'file.id', 'posterImport.fileId')
    .select(['posterImport.id', 'file.name as fileName', 'posterImport.createdAt'])
    .select([
      sql<ContentImportState>`poster_import.state`.as('state'),
      sql<number>`jsonb_array_length(report)`.as('total'),
      sql<number>`(select count(*)::int from poster_import_outcome as came
        where came.import_id = poster_import.id and came.action = 'CREATE')`.as('made'),
    ])
    .where('posterImport.staffId', '=', staffId)
    .orderBy('posterImport.createdAt', 'desc')
    .orderBy('posterImport.id')
  return selectPage(rows, paging)
}

/** Leaves out rows that ended as the check had reported, without an item. */
export async function findRowOutcomes(db: Db, importId: string): Promise<Map<number, ImportedRowOutcome>> {
  const rows = await db
    .selectFrom('posterImportOutcome')
    .select(['rowNo', 'action', 'problems', 'posterId'])
    .where('importId', '=', importId)
    .execute()
  return new Map(rows.map(({ rowNo, ...outcome }) => [rowNo, outcome]))
}

export function countUnwrittenContentImports(db: Db, staffId: string): Promise<number> {
  return countQueryRows(db.selectFrom('posterImport').where('staffId', '=', staffId).where('state', '=', 'CHECKED'))
}

export async function insertContentImport(
  db: Db,
  row: { staffId: string; fileId: string; categoryId: number | null; report: ImportReportRow[] },
): Promise<string> {
  const { id } = await db
    .insertInto('posterImport')
    .values({ ...row, report: toStorableJson(row.report) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns undefined if the import was started before. */
export async function startContentImport(
  tx: Tx,
  id: string,
  run: { publish: boolean; runIp: string },
): Promise<{ fileId: string; report: ImportReportRow[] } | undefined> {
  const started = await tx
    .updateTable('posterImport')
    .set({ ...run, state: 'RUNNING', touchedAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('state', '=', 'CHECKED')
    .returning(['fileId', 'report'])
    .executeTakeFirst()
  return started && { fileId: started.fileId, report: reportOf(started.report) }
}

/** Locks the row number; returns undefined if the import has ended. */
export async function lockNextImportRow(tx: Tx, id: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('posterImport')
    .select('done')
    .where('id', '=', id)
    .where('state', '=', 'RUNNING')
    .forUpdate()
    .executeTakeFirst()
  return row?.done
}

/** Stores how a row ended; a null outcome means that it ended as the check had reported. */
export async function recordRowOutcome(
  tx: Tx,
  importId: string,
  rowNo: number,
  outcome: ImportedRowOutcome | null,
): Promise<void> {
  if (outcome)
    await tx
      .insertInto('posterImportOutcome')
      .values({ importId, rowNo, ...outcome })
      .execute()
  await tx
    .updateTable('posterImport')
    .set({ done: rowNo + 1, touchedAt: sql<Date>`app_now()` })
    .where('id', '=', importId)
    .execute()
}

export async function endContentImport(db: Db, id: string, state: 'DONE' | 'FAILED'): Promise<void> {
  await db
    .updateTable('posterImport')
    .set({ state, touchedAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('state', '=', 'RUNNING')
    .execute()
}

/** A running process notices the cancellation at its next row. */
export async function setContentImportCancelled(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('posterImport')
    .set({ state: 'CANCELLED', touchedAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('state', 'in', ['CHECKED', 'RUNNING'])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Claims an import that no process has touched for half a minute. */
export async function claimStalledContentImport(db: Db, job: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update poster_import set touched_at = app_now() where id = (
      select id from poster_import
      where state = 'RUNNING' and touched_at < (select app_now()) - interval '30 seconds'
        and ${isNotPostponedSql(job, sql`poster_import.id`)}
      order by touched_at limit 1 for update skip locked)
    returning id`.execute(db)
  return rows[0]?.id
}

/** A process that stops in order gives its import back. */
export async function unclaimContentImport(db: Db, id: string): Promise<void> {
  await db
    .updateTable('posterImport')
    .set({ touchedAt: sql<Date>`'-infinity'` })
    .where('id', '=', id)
    .where('state', '=', 'RUNNING')
    .execute()
}

/** Deletes cancelled imports, and checked imports that nobody ran for a week. */
export async function forgetOldImportChecks(db: Db): Promise<void> {
  await sql`
    with old as (
      select id from poster_import
      where state in ('CHECKED', 'CANCELLED') and touched_at < (select app_now()) - interval '7 days'
      for update skip locked)
    delete from poster_import using old where poster_import.id = old.id`.execute(db)
}

/**
 * Finds the item that the document repeats: imported before, or published or to be published under the same identity.
 * Undefined if there is none.
 */
export async function findExistingPoster(
  db: Db,
  contentHash: Buffer,
  name: ItemIdentity | null,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select p.id from poster_import_item i join poster p on p.id = i.poster_id
    where i.content_hash = ${contentHash} and p.removed_at is null
    union all
    select id from poster
    where removed_at is null and category_id = ${name?.categoryId ?? null} and draft_title = ${name?.title ?? null}
      and shanghai_date(coalesce(publish_at, dated_at)) = ${name?.day ?? null}::date
    limit 1`.execute(db)
  return rows[0]?.id
}

/** Returns false if another process was faster. */
export async function recordImportedPoster(tx: Tx, contentHash: Buffer, posterId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into poster_import_item as i (content_hash, poster_id) values (${contentHash}, ${posterId})
    on conflict (content_hash) do update set poster_id = excluded.poster_id, imported_at = app_now()
      where exists (select from poster p where p.id = i.poster_id and p.removed_at is not null)
    returning poster_id`.execute(tx)
  return rows.length === 1
}

export interface StoredImportItem<Content> {
  categoryId: number | null
  publishedAt: string | null
  pinned: boolean
  contentHash: string
  content: Content
  bodyText: string
  problems: string[]
  remains: { words: string[]; gone: boolean; otherHtml: string | null } | null
  mended: boolean
}

export interface ImportItemEdit {
  leftOut: boolean
  categoryId: number | null
  version: number
  /** The edited item; null until somebody opens the row. */
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

export async function findImportItemEdits(db: Db, importId: string): Promise<Map<number, ImportItemEdit>> {
  const { rows } = await sql<ImportItemEdit & { rowNo: number }>`
    select row_no as "rowNo", left_out as "leftOut", category_id as "categoryId", version,
      case when item is not null then jsonb_build_object(
        'title', item -> 'content' -> 'title', 'source', item -> 'content' -> 'source', 'publishedAt', item -> 'publishedAt',
        'problems', item -> 'problems', 'remainsGone', item -> 'remains' -> 'gone', 'mended', item -> 'mended',
        'pictures', regexp_count(item -> 'content' ->> 'bodyHtml', '<img'),
        'missing', regexp_count(item -> 'content' ->> 'bodyHtml', '［此处缺图片 [0-9]+，请补传］')) end as item
    from poster_import_mend where import_id = ${importId}`.execute(db)
  return new Map(rows.map(({ rowNo, ...mend }) => [rowNo, mend]))
}

/** Returns undefined if nobody has opened or decided the row. */
export async function findImportItem<Content>(db: Db, importId: string, rowNo: number) {
  const row = await db
    .selectFrom('posterImportMend')
    .select(['leftOut', 'categoryId', 'version', 'item'])
    .where('importId', '=', importId)
    .where('rowNo', '=', rowNo)
    .executeTakeFirst()
  return row && { ...row, item: storedItem<Content>(row.item) }
}

/** The cast is safe, because only `insertImportItem` and `updateImportItem` write this column. */
function storedItem<Content>(value: unknown): StoredImportItem<Content> | null {
  return value as StoredImportItem<Content> | null
}

/** Locks the import against other changes; false if it is not waiting for a decision. */
export async function lockWaitingImport(tx: Tx, importId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('posterImport')
    .set({ touchedAt: sql<Date>`app_now()` })
    .where('id', '=', importId)
    .where('state', '=', 'CHECKED')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function insertImportItem<Content>(
  tx: Tx,
  importId: string,
  rowNo: number,
  item: StoredImportItem<Content>,
): Promise<void> {
  await sql`
    insert into poster_import_mend as mend (import_id, row_no, item) values (${importId}, ${rowNo}, ${toStorableJson(item)})
    on conflict (import_id, row_no) do update set item = excluded.item where mend.item is null`.execute(tx)
}

/** Returns false if another edit was faster. */
export async function updateImportItem<Content>(
  tx: Tx,
  importId: string,
  rowNo: number,
  to: { version: number; categoryId: number; item: StoredImportItem<Content> },
): Promise<boolean> {
  const { version, categoryId, item } = to
  const { numUpdatedRows } = await tx
    .updateTable('posterImportMend')
    .set({ item: toStorableJson(item), categoryId, version: version + 1 })
    .where('importId', '=', importId)
    .where('rowNo', '=', rowNo)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Saves a choice for rows. If the category changes, prepared items without edits are deleted, so that their documents
 * are read again.
 */
export async function decideImportRows(
  tx: Tx,
  importId: string,
  rowNos: readonly number[],
  { categoryId, leftOut }: { categoryId?: number | undefined; leftOut?: boolean | undefined },
): Promise<void> {
  const category = sql`${categoryId ?? null}::smallint`
  const left = sql`${leftOut ?? null}::boolean`
  const item: RawBuilder<unknown> =
    categoryId === undefined ? sql`mend.item` : sql`case when (mend.item ->> 'mended')::boolean then mend.item end`
  await sql`
    insert into poster_import_mend as mend (import_id, row_no, category_id, left_out)
    select ${importId}, no, ${category}, coalesce(${left}, false) from unnest(${[...rowNos]}::int[]) as no order by no
    on conflict (import_id, row_no) do update set category_id = coalesce(${category}, mend.category_id),
      left_out = coalesce(${left}, mend.left_out), item = ${item},
      version = mend.version + ${categoryId === undefined ? 0 : 1}::int`.execute(tx)
}
