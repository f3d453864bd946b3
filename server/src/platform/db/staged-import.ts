import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Db, Tx } from './database.ts'
import type { DB } from './generated/schema.ts'
import {
  forgetReportCells,
  type ImportReportTable,
  importReportOf,
  insertReportRows,
  type ReportRow,
  type ReportRowAction,
  setAllRowsWritten,
} from './import-rows.ts'
import { countQueryRows, type PageRequest, selectPage } from './page.ts'
import { toStorableJson } from './storable-json.ts'

/** Tables of imports from uploaded files, which a process reads, and may write, in the background. */
export type UploadTable = Exclude<ImportReportTable, 'organisationImport'>

/** The states are explained in the contract (import-report.ts). */
export type ImportState = 'READING' | 'MAPPING' | 'CHECKED' | 'WRITING' | 'DONE' | 'FAILED' | 'STOPPED'

export interface TableLocation {
  sheet: string | null
  headRow: number | null
}

export interface FoundTable extends TableLocation {
  sheets: { name: string; rows: number }[]
  notices: string[]
}

const noTable: FoundTable = { sheets: [], sheet: null, headRow: null, notices: [] }

/** One import with a report, as its table stores it. Each table has further columns of its own. */
export interface StagedImport<Field extends string = string> {
  id: string
  fileName: string
  state: ImportState
  columns: { title: string; samples: string[] }[]
  mapping: (Field | null)[]
  foundTable: FoundTable
  /** Number of rows to read; 0 while it is unknown. */
  total: number
  written: number
  problem?: string | null
  readCount?: number
}

export interface ImportWork {
  id: string
  state: string
  /** A process with an older claim may not write. */
  claim: number
}

/** An import of an uploaded file, with the staff member who uploaded it. */
export interface UploadedImport<Field extends string = string> extends StagedImport<Field> {
  staffId: string
  /** The username of that staff member. */
  actor: string
  actorName: string
  fileId: string
  createdAt: Date
  claim: number
  wantedMapping: (Field | null)[] | null
  wantedTable: TableLocation | null
}

const withUpload = {
  columns: sql`, file.name as "fileName", staff.username as actor, staff.name as "actorName"`,
  joins: sql`join file on file.id = import.file_id join staff on staff.id = import.staff_id`,
}

/**
 * Reads an import without its rows. `Row` names the columns of the module's own table. The database checks, and the
 * functions of this file that write them, guarantee that type.
 */
export async function findImport<Row extends StagedImport>(
  db: Db,
  table: ImportReportTable,
  id: string,
): Promise<Row | undefined> {
  const { columns, joins } = table === 'organisationImport' ? { columns: sql``, joins: sql`` } : withUpload
  const { rows } = await sql<Row>`
    select import.*${columns} from ${sql.table(table)} as import ${joins} where import.id = ${id}`.execute(db)
  const [row] = rows
  // Imports of an earlier version have no found table.
  return row && { ...row, foundTable: { ...noTable, ...row.foundTable } }
}

export async function lockImport<Row extends StagedImport>(
  tx: Tx,
  table: ImportReportTable,
  id: string,
): Promise<Row | undefined> {
  await sql`select from ${sql.table(table)} where id = ${id} for update`.execute(tx)
  return findImport<Row>(tx, table, id)
}

/** An import in a list. `create` and `refuse` count rows that are still in the report. */
export interface ListedImport {
  id: string
  staffId: string
  actorName: string
  fileId: string
  fileName: string
  state: ImportState
  createdAt: Date
  written: number
  create: number
  refuse: number
  rowsKept: boolean
}

/** A page of all imports, newest first. @param own further columns of the table to select */
export async function listImports<Own extends object>(
  db: Db,
  table: UploadTable,
  own: readonly (keyof Own & string)[],
  paging: PageRequest,
) {
  const report = sql`from ${sql.table(importReportOf(table))} where import_id = import.id`
  const counted = (action: ReportRowAction) => sql<number>`(select count(*)::int ${report} and action = ${action})`
  const rows = db
    .selectFrom(sql<UploadedImport>`${sql.table(table)}`.as('import'))
    .innerJoin('file', 'file.id', 'import.fileId')
    .innerJoin('staff', 'staff.id', 'import.staffId')
    .select(['import.id', 'import.staffId', 'import.fileId', 'import.createdAt'])
    .select(['import.state', 'import.written', 'file.name as fileName', 'staff.name as actorName'])
    .select(own.map((column) => sql.ref<unknown>(`import.${column}`).as(column)))
    .select([
      counted('CREATE').as('create'),
      counted('REFUSE').as('refuse'),
      sql<boolean>`exists (select ${report})`.as('rowsKept'),
    ])
    .orderBy('import.createdAt', 'desc')
    .orderBy('import.id')
  const { list, ...page } = await selectPage(rows, paging, await countQueryRows(db.selectFrom<UploadTable>(table)))
  return { list: withOwn<Own>(list), ...page }
}

/** This cast is safe, because listImports selects these columns and those of `Own`. */
function withOwn<Own>(list: ListedImport[]) {
  return list as (ListedImport & Own)[]
}

export class ImportTakenOver extends Error {}

/** Counts what this staff member has checked, or begun to check, and not written. */
export function countUnwrittenImports(db: Db, table: UploadTable, staffId: string): Promise<number> {
  const rows = db.selectFrom<UploadTable>(table).where('staffId', '=', staffId)
  return countQueryRows(rows.where('state', 'in', ['READING', 'MAPPING', 'CHECKED']))
}

type NewImport<Table extends UploadTable> = Omit<Insertable<DB[Table]>, 'wantedMapping' | 'wantedTable'> & {
  wantedMapping: unknown[] | null
  wantedTable?: TableLocation | null
}

/** Returns false if the id is taken. */
export async function insertImport<Table extends UploadTable>(
  db: Db,
  table: Table,
  row: NewImport<Table>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto<UploadTable>(table)
    .values(insertable(row))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

function insertable<Table extends UploadTable>(row: NewImport<Table>) {
  const wantedMapping = row.wantedMapping && JSON.stringify(row.wantedMapping)
  const wantedTable = row.wantedTable ? toStorableJson(row.wantedTable) : null
  return { ...row, wantedMapping, wantedTable } as unknown as Insertable<DB[UploadTable]>
}

/** Columns of any table of imports, including columns that only one table has. */
export type ImportOwnColumns = { [Table in UploadTable]: Updateable<DB[Table]> }[UploadTable]

/** @throws ImportTakenOver. */
export async function updateClaimedImport(
  db: Db,
  table: UploadTable,
  { id, state, claim }: ImportWork,
  change: ImportOwnColumns,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable<UploadTable>(table)
    .set({ ...change, touchedAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('claim', '=', claim)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new ImportTakenOver()
}

export interface ImportTableFacts {
  columns: { title: string; samples: string[] }[]
  mapping: (string | null)[]
  table: FoundTable
  /** null while the user must still assign the columns. */
  total: number | null
}

/** Deletes the rows of an earlier reading. @param change further columns of the import's table */
export async function startImportReport(
  tx: Tx,
  table: UploadTable,
  mine: ImportWork,
  { columns, mapping, table: found, total }: ImportTableFacts,
  change: ImportOwnColumns,
): Promise<void> {
  await updateClaimedImport(tx, table, mine, {
    ...change,
    columns: toStorableJson(columns),
    mapping: JSON.stringify(mapping),
    foundTable: toStorableJson(found),
    total: total ?? 0,
    readCount: 0,
    state: total === null ? 'MAPPING' : 'READING',
  })
  await sql`delete from ${sql.table(importReportOf(table))} where import_id = ${mine.id}`.execute(tx)
}

export async function recordReportRows(tx: Tx, table: UploadTable, mine: ImportWork, rows: readonly ReportRow[]) {
  await updateClaimedImport(tx, table, mine, {
    readCount: sql<number>`read_count + ${rows.length}::int` as never,
  })
  await insertReportRows(tx, table, mine.id, rows)
}

/** A broken import gets the state DONE instead of FAILED if some of its rows were written. */
const brokenState = sql<string>`case when written > 0 then 'DONE' else 'FAILED' end`

/** @param problem the sentence for the user @throws ImportTakenOver. */
export async function recordBrokenImport(db: Db, table: UploadTable, mine: ImportWork, problem: string) {
  await updateClaimedImport(db, table, mine, { state: brokenState as never, problem })
}

/** From now on the import's rows are written in the background. The caller must hold the lock of the import. */
export async function setImportWriting(tx: Tx, table: UploadTable, id: string): Promise<void> {
  await tx.updateTable(table).set({ state: 'WRITING', touchedAt: sql<Date>`app_now()` }).where('id', '=', id).execute()
}

/** The caller must hold the lock of the import. */
export async function recordAllRowsWritten(tx: Tx, table: ImportReportTable, id: string, written: number) {
  await tx
    .updateTable(table)
    .set({ state: 'DONE', written, touchedAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .execute()
  await setAllRowsWritten(tx, table, id)
  await forgetReportCells(tx, table, id)
}

/**
 * Stops background work on an import: its process then finds that another claim owns the import. @returns the new
 * state; undefined when there is nothing to stop
 */
export async function stopImportWork(tx: Tx, table: UploadTable, id: string) {
  const row = await tx
    .updateTable(table)
    .set({
      state: sql<string>`case when state = 'READING' then 'STOPPED' when written > 0 then 'DONE' else 'CHECKED' end`,
      touchedAt: sql<Date>`app_now()`,
    })
    .where('id', '=', id)
    .where('state', 'in', ['READING', 'WRITING'])
    .returning('state')
    .executeTakeFirst()
  return row?.state
}

interface Stalled {
  states: string[]
  seconds: number
  /** The text of the problem after three failed claims, because then the import itself caused the crashes. */
  problem: string
}

export async function claimStalledImport(
  db: Db,
  table: UploadTable,
  { states, seconds, problem }: Stalled,
): Promise<ImportWork | undefined> {
  // The states are literals in the SQL, because otherwise the partial indexes are not used.
  const working = sql.join(states.map((state) => sql.lit(state)))
  const stalled = sql<SqlBool>`state in (${working})
    and touched_at < (select app_now()) - make_interval(secs => ${seconds})`
  await sql`
    with held as (
      select id from ${sql.table(table)} where ${stalled} and claim >= 2 for no key update skip locked)
    update ${sql.table(table)} as spent set state = ${brokenState}, problem = ${problem}
    from held where spent.id = held.id`.execute(db)
  const { rows } = await sql<ImportWork>`
    update ${sql.table(table)} set touched_at = app_now(), claim = claim + 1 where id = (
      select id from ${sql.table(table)} where ${stalled} order by touched_at limit 1 for update skip locked)
    returning id, state, claim`.execute(db)
  return rows[0]
}

/** A process that stops in order gives its import back, and the claim does not count as a crash. */
export async function unclaimImport(db: Db, table: UploadTable, { id, state, claim }: ImportWork): Promise<void> {
  await db
    .updateTable<UploadTable>(table)
    .set({ claim: claim - 1, touchedAt: sql<Date>`'-infinity'` })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('claim', '=', claim)
    .execute()
}

/** Deletes dry runs after a week, and rows of written imports after a month. */
export async function forgetOldImports(tx: Tx, table: ImportReportTable): Promise<void> {
  // A locked import waits for the next run.
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)}
    where state not in ('DONE', 'WRITING') and created_at < (select app_now()) - interval '7 days'
      or state = 'DONE' and created_at < (select app_now()) - interval '30 days'
    for update skip locked`.execute(tx)
  const held = sql`any(${rows.map(({ id }) => id)}::uuid[])`
  await sql`delete from ${sql.table(importReportOf(table))} where import_id = ${held}`.execute(tx)
  await sql`
    with old as (
      select row.import_id, row.no from ${sql.table(importReportOf(table))} row join ${sql.table(table)} list on list.id = row.import_id
      where list.state = 'DONE' and list.created_at < (select app_now()) - interval '7 days' and row.cells is not null
      order by row.import_id, row.no for no key update of row skip locked)
    update ${sql.table(importReportOf(table))} row set cells = null
    from old where row.import_id = old.import_id and row.no = old.no`.execute(tx)
  await sql`
    update ${sql.table(table)} set columns = '[]'
    where id = ${held} and state = 'DONE' and columns <> '[]'`.execute(tx)
  await sql`delete from ${sql.table(table)} where id = ${held} and state <> 'DONE'`.execute(tx)
}
