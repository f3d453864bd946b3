import {
  type Insertable,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
  type Updateable,
} from 'kysely'
import type { Db, Tx } from './database.ts'
import type { DB } from './generated/schema.ts'
import { type Paging, pageOf } from './page.ts'

/** Imports with a dry run, each with the table of its report. */
const reports = {
  questionImport: 'questionImportRow',
  rosterImport: 'rosterImportRow',
  organisationImport: 'organisationImportRow',
} as const
type Reported = keyof typeof reports
/** those that are worked on in the background */
type Imports = Exclude<Reported, 'organisationImport'>
const reportOf = (table: Reported) => reports[table]
type RowOf<Table extends Reported> = Selectable<DB[(typeof reports)[Table]]>

export type RowAction = 'CREATE' | 'SAME' | 'REFUSE'

export interface RowProblem {
  /** as a person calls it: 题干, 手机号 … */
  column: string
  problem: string
}

/** A row of a file of people, judged by itself: not yet compared with what is there. */
export interface Judged<Content> {
  no: number
  /** ID numbers only masked */
  label: string
  /** null: see problems */
  content: Content | null
  problems: RowProblem[]
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

type NewImport<Table extends Imports> = Omit<Insertable<DB[Table]>, 'wantedMapping'> & {
  wantedMapping: unknown[] | null
}

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
function insertable<Table extends Imports>({ wantedMapping, ...row }: NewImport<Table>) {
  const asked = wantedMapping && JSON.stringify(wantedMapping)
  return { ...row, wantedMapping: asked } as unknown as Insertable<DB[Imports]>
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

/** How many rows of the report come to what. */
export async function countRows(
  db: Db,
  table: Reported,
  importId: string,
): Promise<Record<RowAction, number>> {
  const rows = await db
    .selectFrom(reportOf(table))
    .select(['action', ({ fn }) => fn.countAll<number>().as('count')])
    .where('importId', '=', importId)
    .groupBy('action')
    .execute()
  const counts = { CREATE: 0, SAME: 0, REFUSE: 0 }
  return Object.assign(counts, Object.fromEntries(rows.map(({ action, count }) => [action, count])))
}

/** Whether the rows of what was written are still kept: there was something to write. */
export function rowsKept(counts: Pick<Record<RowAction, number>, 'CREATE'>): boolean {
  return counts.CREATE > 0
}

export interface RowFilter extends Paging {
  importId: string
  action?: RowAction | undefined
}

/** A page of the report, in the file's order. */
export async function listRows<Table extends Reported>(
  db: Db,
  table: Table,
  { importId, action, ...paging }: RowFilter,
) {
  let query = db.selectFrom(reportOf(table)).where('importId', '=', importId)
  if (action) query = query.where('action', '=', action)
  const { list, ...page } = await pageOf(query.selectAll().orderBy('no'), paging)
  return { list: rowsOf<Table>(list), ...page }
}

/** What is to be written, after this row of the file and so many at the most. */
export async function listToCreate<Table extends Reported>(
  db: Db,
  table: Table,
  { importId, after, limit }: { importId: string; after: number; limit: number },
) {
  const list = await db
    .selectFrom(reportOf(table))
    .selectAll()
    .where('importId', '=', importId)
    .where('action', '=', 'CREATE')
    .where('no', '>', after)
    .orderBy('no')
    .limit(limit)
    .execute()
  return rowsOf<Table>(list)
}

/** The guarantee of `reports`: they are rows of this import's report; the table checks actions, and only problems are written as such. */
function rowsOf<Table extends Reported>(list: unknown[]) {
  return list as (Omit<RowOf<Table>, 'action' | 'problems'> & {
    action: RowAction
    problems: RowProblem[]
  })[]
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
    update ${sql.table(table)} as spent set state = 'FAILED', problem = ${problem}
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
    update ${sql.table(table)} set columns = '[]'
    where id = ${held} and state = 'DONE' and columns <> '[]'`.execute(tx)
  await sql`delete from ${sql.table(table)} where id = ${held} and state <> 'DONE'`.execute(tx)
}
