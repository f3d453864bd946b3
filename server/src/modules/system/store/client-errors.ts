import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { storableJson } from '../../../platform/db/storable-json.ts'

/** as table client_error has it */
export type FrontEnd = 'SITE' | 'DESKTOP' | 'PHONE' | 'CONSOLE' | 'EMPLOYER'

/** A fault of a page as it is kept. */
export interface PageError {
  app: FrontEnd
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

export interface CountedError extends PageError {
  fingerprint: string
  count: number
}

/** new ones that are kept in a day: whoever makes them up fills no disk, and a fault that many meet is one row */
export const mostNewErrorsPerDay = 500

/**
 * Counts faults; the newest of each is its sample. A statement that began before another process made the row has the earlier moment. Locks rows by fingerprint, in that order: two processes never wait for each other in a circle.
 */
export async function upsertErrors(db: Db, errors: readonly CountedError[]): Promise<void> {
  if (errors.length === 0) return
  await sql`
    insert into client_error as known
      (fingerprint, app, kind, message, source, line, col, stack, route, browser, build, count)
    select fingerprint, app, kind, message, source, line, col, stack, route, browser, build, count
    from jsonb_to_recordset(${storableJson(errors)}::jsonb) as given (fingerprint text, app text, kind text, message text,
      source text, line int, col int, stack text, route text, browser text, build text, count bigint)
    where exists (select from client_error where client_error.fingerprint = given.fingerprint)
      or (select count(*) from client_error where first_seen_at >= ${today}) < ${mostNewErrorsPerDay}
    order by fingerprint
    on conflict (fingerprint) do update set count = known.count + excluded.count, last_seen_at = greatest(known.last_seen_at, excluded.last_seen_at),
      kind = excluded.kind, message = excluded.message, source = excluded.source, col = excluded.col,
      stack = excluded.stack, route = excluded.route, browser = excluded.browser, build = excluded.build`.execute(
    db,
  )
}

const today = sql`shanghai_date(now())::timestamp at time zone 'Asia/Shanghai'`

export interface ErrorRow extends CountedError {
  firstSeenAt: Date
  lastSeenAt: Date
}

/** What was seen in the last days, the newest first. */
export async function listErrors(db: Db, days: number, most: number) {
  const since = sql`now() - interval '1 day' * ${days}::int`
  const { rows } = await sql<ErrorRow>`
    select fingerprint, app, kind, message, source, line, col, stack, route, browser, build, count::int as count,
      first_seen_at as "firstSeenAt", last_seen_at as "lastSeenAt"
    from client_error where last_seen_at >= ${since} order by last_seen_at desc, fingerprint limit ${most}`.execute(
    db,
  )
  const counts = await sql<{ total: number; newToday: number }>`
    select (select count(*)::int from client_error where last_seen_at >= ${since}) as total,
      (select count(*)::int from client_error where first_seen_at >= ${today}) as "newToday"`.execute(
    db,
  )
  return { rows, total: counts.rows[0]?.total ?? 0, newToday: counts.rows[0]?.newToday ?? 0 }
}

/** What nobody met for so long. @returns how many, `limit` at most */
export async function forgetOldErrors(tx: Tx, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from client_error where fingerprint in (
      select fingerprint from client_error where last_seen_at < now() - interval '1 day' * ${days}::int
      order by fingerprint limit ${limit} for update)`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
