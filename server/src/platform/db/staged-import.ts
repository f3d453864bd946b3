import { type Insertable, type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely'
import type { Db, Tx } from './database.ts'
import type { DB } from './generated/schema.ts'
import { insertRows, type Reported, type ReportRow, reportOf } from './import-rows.ts'
import { storableJson } from './storable-json.ts'

/** those that are worked on in the background */
type Imports = Exclude<Reported, 'organisationImport'>

/** Which table of a file somebody named: a sheet, the row with its titles. */
export interface WantedTable {
  sheet: string | null
  headRow: number | null
}

/** What was read of a file with tables. */
export interface FoundTable extends WantedTable {
  /** those that hold anything, with how many rows */
  sheets: { name: string; rows: number }[]
  /** what else a person should know, a sentence each */
  notices: string[]
}

/** of a file without tables, or one that is not read yet */
const noTable: FoundTable = { sheets: [], sheet: null, headRow: null, notices: [] }

/** The columns' guarantee: only recordAbout writes found_table, and only insertImport wanted_table. */
export function tablesOf(row: { wantedTable?: unknown; foundTable: unknown }) {
  return {
    wantedTable: (row.wantedTable ?? null) as WantedTable | null,
    foundTable: { ...noTable, ...(row.foundTable as Partial<FoundTable>) },
  }
}

/** An import in the hands of one process. */
export interface Work {
  id: string
  state: string
  /** which taking-up it is: whoever has an older one writes nothing any more */
  claim: number
}

/** Another process has taken it over, or it is over. */
export class NotOurs extends Error {}

type NewImport<Table extends Imports> = Omit<
  Insertable<DB[Table]>,
  'wantedMapping' | 'wantedTable'
> & { wantedMapping: unknown[] | null; wantedTable?: WantedTable | null }

/** False when the id is taken. */
export async function insertImport<Table extends Imports>(
  db: Db,
  table: Table,
  row: NewImport<Table>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto<Imports>(table)
    .values(insertable(row))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** NewImport's guarantee: all that a table of imports needs, and nothing of another's. */
function insertable<Table extends Imports>(row: NewImport<Table>) {
  const wantedMapping = row.wantedMapping && JSON.stringify(row.wantedMapping)
  const wantedTable = row.wantedTable ? storableJson(row.wantedTable) : null
  return { ...row, wantedMapping, wantedTable } as unknown as Insertable<DB[Imports]>
}

/** Writes to an import that is still ours to work on. @throws NotOurs */
export async function recordWork<Table extends Imports>(
  db: Db,
  table: Table,
  { id, state, claim }: Work,
  change: Updateable<DB[Table]>,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable<Imports>(table)
    .set({ ...change, touchedAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('claim', '=', claim)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new NotOurs()
}

/** What a reading found of its table, before the first row. */
export interface AboutTable {
  columns: { title: string; samples: string[] }[]
  mapping: (string | null)[]
  table: FoundTable
  /** how many rows are to come; null: somebody must name the columns first */
  total: number | null
}

/** Begins a report; what an earlier reading left is gone. @param change what else its table keeps of the file */
export async function recordAbout<Table extends Imports>(
  tx: Tx,
  table: Table,
  mine: Work,
  { columns, mapping, table: found, total }: AboutTable,
  change: Updateable<DB[Table]>,
): Promise<void> {
  await recordWork<Imports>(tx, table, mine, {
    ...change,
    columns: storableJson(columns),
    mapping: JSON.stringify(mapping),
    foundTable: storableJson(found),
    total: total ?? 0,
    readCount: 0,
    state: total === null ? 'MAPPING' : 'READING',
  })
  await sql`delete from ${sql.table(reportOf(table))} where import_id = ${mine.id}`.execute(tx)
}

/** Keeps a batch of what was read, and how far that is. */
export async function recordRows(tx: Tx, table: Imports, mine: Work, rows: readonly ReportRow[]) {
  await recordWork<Imports>(tx, table, mine, {
    readCount: sql<number>`read_count + ${rows.length}::int` as never,
  })
  await insertRows(tx, table, mine.id, rows)
}

/** How an import that broke ends: what it has written stands. */
const brokenState = sql<string>`case when written > 0 then 'DONE' else 'FAILED' end`

/** Ends an import that is still ours. @param problem what a person is told @throws NotOurs */
export async function recordBroken(db: Db, table: Imports, mine: Work, problem: string) {
  await recordWork<Imports>(db, table, mine, { state: brokenState as never, problem })
}

/** Ends what a process may be at work on: it finds that the import is no longer its own. @returns false: there is nothing to stop */
export async function stopWork(tx: Tx, table: Imports, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable(table)
    .set({
      state: sql<string>`case when state = 'READING' then 'STOPPED' when written > 0 then 'DONE' else 'CHECKED' end`,
      touchedAt: sql<Date>`app_now()`,
    })
    .where('id', '=', id)
    .where('state', 'in', ['READING', 'WRITING'])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

interface Stalled {
  /** the states in which a process works on it */
  states: string[]
  /** longer than a step may take */
  seconds: number
  /** what becomes of one that was taken up three times: it is what they died of */
  problem: string
}

/** Takes over one import whose process has died: nobody has touched it for long. */
export async function claimStalled(
  db: Db,
  table: Imports,
  { states, seconds, problem }: Stalled,
): Promise<Work | undefined> {
  // written out, as the tables' indexes on those at work are
  const working = sql.join(states.map((state) => sql.lit(state)))
  const stalled = sql<SqlBool>`state in (${working})
    and touched_at < (select app_now()) - make_interval(secs => ${seconds})`
  await sql`
    with held as (
      select id from ${sql.table(table)} where ${stalled} and claim >= 2 for no key update skip locked)
    update ${sql.table(table)} as spent set state = ${brokenState}, problem = ${problem}
    from held where spent.id = held.id`.execute(db)
  const { rows } = await sql<Work>`
    update ${sql.table(table)} set touched_at = app_now(), claim = claim + 1 where id = (
      select id from ${sql.table(table)} where ${stalled} order by touched_at limit 1 for update skip locked)
    returning id, state, claim`.execute(db)
  return rows[0]
}

/** Of lists that wait for their columns to be named: the people in the first rows, once the columns are. */
export async function forgetSamples(
  tx: Tx,
  table: Reported,
  named: RawBuilder<SqlBool>,
): Promise<void> {
  await sql`
    with held as (
      select id from ${sql.table(table)} where state = 'MAPPING' and ${named} order by id for no key update)
    update ${sql.table(table)} as list set columns = (
      select coalesce(jsonb_agg(jsonb_build_object('title', one ->> 'title', 'samples', '[]'::jsonb) order by place), '[]')
      from jsonb_array_elements(columns) with ordinality as every (one, place))
    from held where list.id = held.id`.execute(tx)
}

/** Dry runs nobody followed up within a week, and the rows and columns of what was written a month ago. */
export async function forgetOldImports(tx: Tx, table: Reported): Promise<void> {
  // whoever works on an import holds it, and its rows are written by nobody else: those that are held wait for the next run
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)}
    where state not in ('DONE', 'WRITING') and created_at < (select app_now()) - interval '7 days'
      or state = 'DONE' and created_at < (select app_now()) - interval '30 days'
    for update skip locked`.execute(tx)
  const held = sql`any(${rows.map(({ id }) => id)}::uuid[])`
  await sql`delete from ${sql.table(reportOf(table))} where import_id = ${held}`.execute(tx)
  await sql`
    with old as (
      select row.import_id, row.no from ${sql.table(reportOf(table))} row join ${sql.table(table)} list on list.id = row.import_id
      where list.state = 'DONE' and list.created_at < (select app_now()) - interval '7 days' and row.cells is not null
      order by row.import_id, row.no for no key update of row skip locked)
    update ${sql.table(reportOf(table))} row set cells = null
    from old where row.import_id = old.import_id and row.no = old.no`.execute(tx)
  await sql`
    update ${sql.table(table)} set columns = '[]'
    where id = ${held} and state = 'DONE' and columns <> '[]'`.execute(tx)
  await sql`delete from ${sql.table(table)} where id = ${held} and state <> 'DONE'`.execute(tx)
}
