import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { storableJson } from '../../../platform/db/storable-json.ts'
import type { FrontEnd } from './client-errors.ts'

/** Visits of one page by one measure, by bucket. */
export interface CountedVisits {
  app: FrontEnd
  route: string
  metric: 'LCP' | 'INP' | 'CLS' | 'TTFB' | 'FCP'
  buckets: number[]
}

/** rows of a day: some 200 pages of ours by five measures, and room for more */
export const mostVitalRowsPerDay = 3000

/** Adds visits to today's, row by row in the order of their key. */
export async function upsertVisits(db: Db, visits: readonly CountedVisits[]): Promise<void> {
  if (visits.length === 0) return
  await sql`
    insert into web_vital as known (day, app, route, metric, buckets)
    select shanghai_date(now()), app, route, metric, buckets
    from jsonb_to_recordset(${storableJson(visits)}::jsonb) as given (app text, route text, metric text, buckets int[])
    where exists (select from web_vital where day = shanghai_date(now()) and web_vital.app = given.app
        and web_vital.route = given.route and web_vital.metric = given.metric)
      or (select count(*) from web_vital where day = shanghai_date(now())) < ${mostVitalRowsPerDay}
    order by app, route, metric
    on conflict (day, app, route, metric) do update set buckets = (
      select array_agg(coalesce(before, 0) + coalesce(more, 0) order by place)
      from unnest(known.buckets, excluded.buckets) with ordinality as both_of (before, more, place))`.execute(
    db,
  )
}

/** All visits of the last days, all pages of a front end together. */
export async function listVisits(db: Db, days: number) {
  const { rows } = await sql<Omit<CountedVisits, 'route'>>`
    select app, metric, array_agg(visits order by place) as buckets from (
      select app, metric, place, sum(visits)::int as visits
      from web_vital, unnest(buckets) with ordinality as bucket (visits, place)
      where day > shanghai_date(now()) - ${days}::int
      group by app, metric, place) as counted
    group by app, metric order by app, metric`.execute(db)
  return rows
}

/** @returns how many, `limit` at most */
export async function forgetOldVisits(tx: Tx, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from web_vital where (day, app, route, metric) in (
      select day, app, route, metric from web_vital where day < shanghai_date(now()) - ${days}::int
      order by day, app, route, metric limit ${limit} for update)`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
