import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { ImportRow } from './document/document.ts'

/** How a row came out when it was run, where that is not what the check said. */
export interface Outcome {
  action: ImportRow['action']
  problems: string[]
}

const columns = [
  'posterImport.id',
  'staffId',
  'username',
  'fileId',
  'categoryId',
  'state',
  'report',
  'outcome',
  'done',
  'publish',
  'runIp',
] as const

export type ImportRecord = NonNullable<Awaited<ReturnType<typeof findImport>>>

export async function findImport(db: Db, id: string) {
  const row = await db
    .selectFrom('posterImport')
    .innerJoin('staff', 'staff.id', 'posterImport.staffId')
    .select(columns)
    .where('posterImport.id', '=', id)
    .executeTakeFirst()
  return row && { ...row, report: reportOf(row.report), outcome: outcomeOf(row.outcome) }
}

/** The columns hold what insertImport and recordStep wrote. */
function reportOf(value: unknown): ImportRow[] {
  return value as ImportRow[]
}

function outcomeOf(value: unknown): Record<string, Outcome | undefined> {
  return value as Record<string, Outcome | undefined>
}

export async function insertImport(
  db: Db,
  row: { staffId: string; fileId: string; categoryId: number | null; report: ImportRow[] },
): Promise<string> {
  const { id } = await db
    .insertInto('posterImport')
    .values({ ...row, report: JSON.stringify(row.report) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False when it had been started before. */
export async function startImport(
  tx: Tx,
  id: string,
  run: { publish: boolean; runIp: string },
): Promise<boolean> {
  const started = await tx
    .updateTable('posterImport')
    .set({ ...run, state: 'RUNNING', touchedAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('state', '=', 'CHECKED')
    .returning('id')
    .executeTakeFirst()
  return started !== undefined
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

/** Rows before `done` are over. `outcome`: of the last of them, when it differs from the check. */
export async function recordStep(
  tx: Tx,
  id: string,
  done: number,
  outcome: Outcome | null,
): Promise<void> {
  const added = JSON.stringify(outcome ? { [done - 1]: outcome } : {})
  await tx
    .updateTable('posterImport')
    .set({
      done,
      touchedAt: sql<Date>`app_now()`,
      // the whole value is written anew each time: only when there is something to add
      ...(outcome ? { outcome: sql`outcome || ${added}::jsonb` } : {}),
    })
    .where('id', '=', id)
    .execute()
}

export async function endImport(db: Db, id: string, state: 'DONE' | 'FAILED'): Promise<void> {
  await db
    .updateTable('posterImport')
    .set({ state, touchedAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('state', '=', 'RUNNING')
    .execute()
}

/** Takes over one import whose process has died: nobody has touched it for half a minute. */
export async function claimStalled(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update poster_import set touched_at = app_now() where id = (
      select id from poster_import
      where state = 'RUNNING' and touched_at < (select app_now()) - interval '30 seconds'
      order by touched_at limit 1 for update skip locked)
    returning id`.execute(db)
  return rows[0]?.id
}

/** Dry runs nobody followed up within a week. */
export async function forgetOldChecks(db: Db): Promise<void> {
  await db
    .deleteFrom('posterImport')
    .where('state', '=', 'CHECKED')
    .where('createdAt', '<', sql<Date>`(select app_now()) - interval '7 days'`)
    .execute()
}

/**
 * True when the document is an item already: imported before, or written by an editor under the same title in the
 * same category with the same day of publication.
 */
export async function isKnown(
  db: Db,
  document: { contentHash: Buffer; row: Pick<ImportRow, 'categoryId' | 'title' | 'publishedAt'> },
): Promise<boolean> {
  const { contentHash, row } = document
  const { rows } = await sql<{ known: boolean }>`
    select exists (
      select from poster_import_item i join poster p on p.id = i.poster_id
      where i.content_hash = ${contentHash} and p.removed_at is null
    ) or exists (
      select from poster where removed_at is null and category_id = ${row.categoryId}
        and draft_title = ${row.title}
        and shanghai_date(publish_at) = shanghai_date(${row.publishedAt}::timestamptz)
    ) as known`.execute(db)
  return rows[0]?.known === true
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
