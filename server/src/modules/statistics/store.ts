import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { isNotPostponed } from '../../platform/db/sweep-failures.ts'

export interface Kept {
  asOf: Date
  tookMs: number
  figures: unknown
  /** older than so many times what working them out took */
  old: boolean
}

/** The figures of a year as they were worked out last. */
export async function findKept(db: Db, year: number, times: number): Promise<Kept | undefined> {
  const { rows } = await sql<Kept>`
    select as_of, took_ms, figures,
      as_of <= app_now() - interval '1 millisecond' * least(took_ms::float8 * ${times}, 3600000) as old
    from statistics_year where year = ${year}`.execute(db)
  return rows[0]
}

/** The next minute works these out again. */
export async function setWanted(db: Db, year: number): Promise<void> {
  const update = db.updateTable('statisticsYear').set({ wanted: true })
  await update.where('year', '=', year).where('wanted', '=', false).execute()
}

/** Years that somebody looked at since they grew old; the oldest figures first. */
export async function listWanted(db: Db, job: string): Promise<number[]> {
  const rows = await db
    .selectFrom('statisticsYear')
    .select('year')
    .where('wanted', '=', true)
    .where(isNotPostponed(job, sql`statistics_year.year`))
    .orderBy('asOf')
    .execute()
  return rows.map(({ year }) => year)
}

/** Keeps them; older ones that were slower never replace newer ones. */
export async function keepFigures(
  db: Db,
  row: { year: number; asOf: Date; tookMs: number; figures: object },
): Promise<void> {
  const { year, asOf, tookMs, figures } = row
  await sql`insert into statistics_year (year, as_of, took_ms, figures)
    values (${year}, ${asOf}, ${tookMs}, ${JSON.stringify(figures)}::jsonb)
    on conflict (year) do update
      set as_of = excluded.as_of, took_ms = excluded.took_ms, figures = excluded.figures, wanted = false
    where statistics_year.as_of <= excluded.as_of`.execute(db)
}

interface PlannedYears {
  years: number[]
  trials: number[]
  latest: number
}

/** Years there is something to tell of, the newest first, which of them are trials; and the one in earnest that is open or was last. */
export async function listYears(db: Db): Promise<PlannedYears> {
  const { rows } = await sql<PlannedYears>`
    select coalesce(array_agg(year order by year desc), '{}') as years,
      coalesce(array_agg(year) filter (where trial), '{}') as trials,
      coalesce(max(year) filter (where sign_start_at <= app_now() and not trial), max(year),
        extract(year from shanghai_date(app_now())))::int as latest
    from plan`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an aggregate gave no row')
  return row
}
