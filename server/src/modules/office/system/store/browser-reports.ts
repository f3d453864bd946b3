import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'
import { toStorableJson } from '../../../../platform/db/storable-json.ts'

/** The limit of rows per day, enough for about 200 pages with five measures each. */
const mostVitalRowsPerDay = 3000

export type FrontEndName = 'SITE' | 'DESKTOP' | 'PHONE' | 'CONSOLE' | 'EMPLOYER'

export interface StoredPageError {
  app: FrontEndName
  kind: 'ERROR' | 'REJECTION' | 'RENDER' | 'CHUNK'
  message: string
  source: string
  line: number
  col: number
  stack: string
  route: string
  browser: string
  build: string
}

export interface CountedPageError extends StoredPageError {
  fingerprint: string
  count: number
}

/** The limit of new faults per day, so that invented reports cannot fill the disk. */
export const maxNewErrorsPerDay = 500

/**
 * The newest report is stored as the sample. Rows are locked by fingerprint, so that two processes cannot deadlock.
 */
export async function upsertPageErrors(db: Db, errors: readonly CountedPageError[]): Promise<void> {
  if (errors.length === 0) return
  await sql`
    insert into client_error as known
      (fingerprint, app, kind, message, source, line, col, stack, route, browser, build, count)
    select fingerprint, app, kind, message, source, line, col, stack, route, browser, build, count
    from jsonb_to_recordset(${toStorableJson(errors)}::jsonb) as given (fingerprint text, app text, kind text, message text,
      source text, line int, col int, stack text, route text, browser text, build text, count bigint)
    where exists (select from client_error where client_error.fingerprint = given.fingerprint)
      or (select count(*) from client_error where first_seen_at >= ${today}) < ${maxNewErrorsPerDay}
    order by fingerprint
    on conflict (fingerprint) do update set count = known.count + excluded.count, last_seen_at = greatest(known.last_seen_at, excluded.last_seen_at),
      kind = excluded.kind, message = excluded.message, source = excluded.source, col = excluded.col,
      stack = excluded.stack, route = excluded.route, browser = excluded.browser, build = excluded.build`.execute(db)
}

const today = sql`shanghai_date(now())::timestamp at time zone 'Asia/Shanghai'`

export interface PageErrorRow extends CountedPageError {
  firstSeenAt: Date
  lastSeenAt: Date
}

export async function listPageErrors(db: Db, days: number, most: number) {
  const since = sql`now() - interval '1 day' * ${days}::int`
  const { rows } = await sql<PageErrorRow>`
    select fingerprint, app, kind, message, source, line, col, stack, route, browser, build, count::int as count,
      first_seen_at as "firstSeenAt", last_seen_at as "lastSeenAt"
    from client_error where last_seen_at >= ${since} order by last_seen_at desc, fingerprint limit ${most}`.execute(db)
  const counts = await sql<{ total: number; newToday: number }>`
    select (select count(*)::int from client_error where last_seen_at >= ${since}) as total,
      (select count(*)::int from client_error where first_seen_at >= ${today}) as "newToday"`.execute(db)
  return { rows, total: counts.rows[0]?.total ?? 0, newToday: counts.rows[0]?.newToday ?? 0 }
}

/** @returns how many rows were deleted, at most `limit` */
export async function forgetOldPageErrors(tx: Tx, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from client_error where fingerprint in (
      select fingerprint from client_error where last_seen_at < now() - interval '1 day' * ${days}::int
      order by fingerprint limit ${limit} for update)`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export interface CountedPageVisits {
  app: FrontEndName
  route: string
  metric: 'LCP' | 'INP' | 'CLS' | 'TTFB' | 'FCP'
  buckets: number[]
}

/** Rows are written in the sequence of their keys, so that two processes cannot deadlock. */
export async function upsertPageVisits(db: Db, visits: readonly CountedPageVisits[]): Promise<void> {
  if (visits.length === 0) return
  await sql`
    insert into web_vital as known (day, app, route, metric, buckets)
    select shanghai_date(now()), app, route, metric, buckets
    from jsonb_to_recordset(${toStorableJson(visits)}::jsonb) as given (app text, route text, metric text, buckets int[])
    where exists (select from web_vital where day = shanghai_date(now()) and web_vital.app = given.app
        and web_vital.route = given.route and web_vital.metric = given.metric)
      or (select count(*) from web_vital where day = shanghai_date(now())) < ${mostVitalRowsPerDay}
    order by app, route, metric
    on conflict (day, app, route, metric) do update set buckets = (
      select array_agg(coalesce(before, 0) + coalesce(more, 0) order by place)
      from unnest(known.buckets, excluded.buckets) with ordinality as both_of (before, more, place))`.execute(db)
}

export async function listPageVisits(db: Db, days: number) {
  const { rows } = await sql<Omit<CountedPageVisits, 'route'>>`
    select app, metric, array_agg(visits order by place) as buckets from (
      select app, metric, place, sum(visits)::int as visits
      from web_vital, unnest(buckets) with ordinality as bucket (visits, place)
      where day > shanghai_date(now()) - ${days}::int
      group by app, metric, place) as counted
    group by app, metric order by app, metric`.execute(db)
  return rows
}

/** @returns how many rows were deleted, at most `limit` */
export async function forgetOldPageVisits(tx: Tx, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from web_vital where (day, app, route, metric) in (
      select day, app, route, metric from web_vital where day < shanghai_date(now()) - ${days}::int
      order by day, app, route, metric limit ${limit} for update)`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
