import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { type Paging, pageOf } from '../../platform/db/page.ts'
import { storableJson } from '../../platform/db/storable-json.ts'
import { isNotPostponed } from '../../platform/db/sweep-failures.ts'
import type { DocumentRow, ImportRow } from './document/document.ts'
import type { ItemName } from './document/same-item.ts'

/** How a row came out when it was run. */
export interface Outcome {
  action: DocumentRow['action']
  /** what the check did not say yet */
  problems: string[]
  /** the item it became, or was already */
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

/** The column's check allows these. */
export type ImportState = 'CHECKED' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED'

export type ImportRecord = NonNullable<Awaited<ReturnType<typeof findImport>>>

/** An import with its owner's username and the name of its file. */
export async function findImport(db: Db, id: string) {
  const row = await db
    .selectFrom('posterImport')
    .innerJoin('staff', 'staff.id', 'posterImport.staffId')
    .innerJoin('file', 'file.id', 'posterImport.fileId')
    .select(columns)
    .where('posterImport.id', '=', id)
    .executeTakeFirst()
  return row && { ...row, state: row.state as ImportState, report: reportOf(row.report) }
}

/** of rows that an earlier version wrote */
const laterFields = {
  posterId: null,
  source: '',
  needsCategory: false,
  twinOf: null,
  pictures: 0,
  missing: 0,
  remains: null,
}

/** The column holds what insertImport wrote. */
function reportOf(value: unknown): ImportRow[] {
  const rows = value as (Omit<ImportRow, keyof typeof laterFields> & Partial<ImportRow>)[]
  return rows.map((row) => ({ ...laterFields, ...row }))
}

/** A person's own imports, the newest first. */
export function listImports(db: Db, { staffId, ...paging }: Paging & { staffId: string }) {
  const rows = db
    .selectFrom('posterImport')
    .innerJoin('file', 'file.id', 'posterImport.fileId')
    .select(['posterImport.id', 'file.name as fileName', 'posterImport.createdAt'])
    .select([
      sql<ImportState>`poster_import.state`.as('state'),
      sql<number>`jsonb_array_length(report)`.as('total'),
      sql<number>`(select count(*)::int from poster_import_outcome as came
        where came.import_id = poster_import.id and came.action = 'CREATE')`.as('made'),
    ])
    .where('posterImport.staffId', '=', staffId)
    .orderBy('posterImport.createdAt', 'desc')
    .orderBy('posterImport.id')
  return pageOf(rows, paging)
}

/** How the rows that are over came out, by their numbers; those that came out as checked and without an item have none. */
export async function findOutcomes(db: Db, importId: string): Promise<Map<number, Outcome>> {
  const rows = await db
    .selectFrom('posterImportOutcome')
    .select(['rowNo', 'action', 'problems', 'posterId'])
    .where('importId', '=', importId)
    .execute()
  return new Map(rows.map(({ rowNo, ...outcome }) => [rowNo, outcome]))
}

/** The id of a new import, checked and not yet run. */
export async function insertImport(
  db: Db,
  row: { staffId: string; fileId: string; categoryId: number | null; report: ImportRow[] },
): Promise<string> {
  const { id } = await db
    .insertInto('posterImport')
    .values({ ...row, report: storableJson(row.report) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The import as it is run; undefined when it had been started before. */
export async function startImport(
  tx: Tx,
  id: string,
  run: { publish: boolean; runIp: string },
): Promise<{ fileId: string; report: ImportRow[] } | undefined> {
  const started = await tx
    .updateTable('posterImport')
    .set({ ...run, state: 'RUNNING', touchedAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('state', '=', 'CHECKED')
    .returning(['fileId', 'report'])
    .executeTakeFirst()
  return started && { fileId: started.fileId, report: reportOf(started.report) }
}

/** The number of the next row to do, held for this transaction; undefined when the import is over. */
export async function lockNextRow(tx: Tx, id: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('posterImport')
    .select('done')
    .where('id', '=', id)
    .where('state', '=', 'RUNNING')
    .forUpdate()
    .executeTakeFirst()
  return row?.done
}

/** Row `rowNo` is over. `outcome`: null where it came out as checked and became no item. */
export async function recordStep(
  tx: Tx,
  importId: string,
  rowNo: number,
  outcome: Outcome | null,
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

/** Ends a run; one that has ended stays as it is. */
export async function endImport(db: Db, id: string, state: 'DONE' | 'FAILED'): Promise<void> {
  await db
    .updateTable('posterImport')
    .set({ state, touchedAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('state', '=', 'RUNNING')
    .execute()
}

/** Gives an import up; a process at work on it finds that it has ended. False: there was nothing to give up. */
export async function cancelImport(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('posterImport')
    .set({ state: 'CANCELLED', touchedAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('state', 'in', ['CHECKED', 'RUNNING'])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Takes over one import whose process has died: nobody has touched it for half a minute. */
export async function claimStalled(db: Db, job: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update poster_import set touched_at = app_now() where id = (
      select id from poster_import
      where state = 'RUNNING' and touched_at < (select app_now()) - interval '30 seconds'
        and ${isNotPostponed(job, sql`poster_import.id`)}
      order by touched_at limit 1 for update skip locked)
    returning id`.execute(db)
  return rows[0]?.id
}

/** What nobody has followed up for a week, or has given up before that. */
export async function forgetOldChecks(db: Db): Promise<void> {
  await sql`
    with old as (
      select id from poster_import
      where state in ('CHECKED', 'CANCELLED') and touched_at < (select app_now()) - interval '7 days'
      for update skip locked)
    delete from poster_import using old where poster_import.id = old.id`.execute(db)
}

/**
 * The item that the document is already: imported before, or of the same name (same-item.ts), published or a draft
 * that is to be published then. Undefined when there is none.
 */
export async function findKnown(
  db: Db,
  contentHash: Buffer,
  name: ItemName | null,
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

/** Remembers what a document became; false when another process was faster. An item removed since makes room. */
export async function rememberItem(
  tx: Tx,
  contentHash: Buffer,
  posterId: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into poster_import_item as i (content_hash, poster_id) values (${contentHash}, ${posterId})
    on conflict (content_hash) do update set poster_id = excluded.poster_id, imported_at = app_now()
      where exists (select from poster p where p.id = i.poster_id and p.removed_at is not null)
    returning poster_id`.execute(tx)
  return rows.length === 1
}
