import { sql } from 'kysely'
import type pg from 'pg'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { preparedQuery } from '../../../platform/db/prepared.ts'

/**
 * The inner `select` and `num_nulls` keep the query plan (decision 030). `others_heard_at` is set when another page was
 * in touch. $1 attempts, unique; $2 grace in seconds; $3 pages
 */
const heardSql = `
  with clock as (select app_now() as now),
  alive as (
    select id, page from unnest((select $1::uuid[]), (select $3::uuid[])) as each (attempt_id, page), attempt, clock
    where id = attempt_id and num_nulls(submitted_at) = 1
      and now <= deadline + interval '1 second' * $2
    order by id for no key update of attempt
  )
  update attempt set heard_at = now, heard_page = page,
    others_heard_at = case when heard_page is distinct from page then heard_at else others_heard_at end
  from alive, clock where attempt.id = alive.id
  returning attempt.id, deadline, saved_seq as "savedSeq", now, (
    select coalesce(json_agg(json_build_object('no', no, 'dueAt', due_at) order by no), '[]')
    from capture where capture.attempt_id = attempt.id and received_at is null) as captures`

export async function hasPortalBeenSilent(db: Db, seconds: number): Promise<boolean> {
  const { rows } = await sql<{ silent: boolean }>`
    select clock_timestamp() - at > interval '1 second' * ${seconds} as silent from exam_pulse`.execute(db)
  return rows[0]?.silent ?? false
}

/**
 * Records that the portal is running now. A pulse that is older than `silence` seconds stays, because its outage has not
 * been credited; without `silence` every pulse is replaced.
 */
export async function insertPortalPulse(db: Db, silence?: number): Promise<void> {
  await sql`insert into exam_pulse (at) values (clock_timestamp())
    on conflict (one) do update set at = excluded.at
      where exam_pulse.at >= clock_timestamp() - interval '1 second' * ${silence ?? null}::float8
        or ${silence === undefined}`.execute(db)
}

export interface OutageCredit {
  attemptId: string
  seconds: number
  startedAt: Date
  deadline: Date
  /** False when the deadline had passed, so that only the time for offline submissions grew. */
  moved: boolean
  now: Date
}

/** Each credit is rounded up to seconds, and several outages may follow one deadline. */
const roundedUpSeconds = 60

/** `limit 1` on the single pulse row improves the plan. */
export const creditOutageQuery = (seconds: number, sealedSeconds: number) => sql<OutageCredit>`
    with pulse as (select at, clock_timestamp() as now from exam_pulse limit 1 for update),
    gap as (
      select at, until, until - (now - at) as since,
        until - (now - at) - interval '1 second' * ${sealedSeconds + roundedUpSeconds} as reach
      from pulse, (select app_now() as until) clock where now - at > interval '1 second' * ${seconds}
    ),
    near as (
      select id from gap, attempt where submitted_at is null
      union select id from attempt where submitted_by = 'DEADLINE'
        and deadline between (select reach from gap) and (select since from gap)
      union select attempt_id from exam_time_credit
        where at between (select reach from gap) and (select since from gap)
    ),
    lost as (
      select id, at, started_at, deadline, deadline > since as moved,
        ceil(extract(epoch from until - greatest(since, started_at)))::int as seconds
      from near join attempt using (id), gap
      where submitted_at is null and deadline > since and started_at < since + interval '15 seconds'
        or (submitted_at is null or submitted_by = 'DEADLINE' and voided_at is null) and deadline <= since
          and since < deadline + interval '1 second' * ${sealedSeconds} + exam_given_back(id, deadline)
      order by id for no key update of attempt
    ),
    extended as (
      update attempt set deadline = attempt.deadline + interval '1 second' * seconds
      from lost where attempt.id = lost.id and lost.moved and submitted_at is null
      returning attempt.id, at, attempt.started_at, attempt.deadline, moved, seconds
    ),
    credited as (
      select id, at, started_at, deadline, moved, seconds from extended
      union all select id, at, started_at, deadline, moved, seconds from lost where not moved
    ),
    recorded as (
      insert into exam_time_credit (attempt_id, since, seconds) select id, at, seconds from credited
    )
    select id as "attemptId", seconds, started_at as "startedAt", deadline, moved, app_now() as now from credited`

/**
 * The lock of the pulse row lets only one process credit an outage. Running attempts get a later deadline; ended ones
 * only wait longer for an offline submission (`sealedSeconds`).
 */
export async function creditOutageTime(tx: Tx, seconds: number, sealedSeconds: number): Promise<OutageCredit[]> {
  const { rows } = await creditOutageQuery(seconds, sealedSeconds).execute(tx)
  return rows
}

export interface ExamHeartbeatResponse {
  deadline: Date
  savedSeq: number
  now: Date
  captures: { no: number; dueAt: string }[]
}

export interface ExamHeartbeat {
  attemptId: string
  page?: string | undefined
}

/** Ended and overdue attempts are missing in the result. */
export async function updateAttemptHeartbeats(
  pool: pg.Pool,
  beats: ExamHeartbeat[],
  grace: number,
): Promise<Map<string, ExamHeartbeatResponse>> {
  const { rows } = await pool.query<ExamHeartbeatResponse & { id: string }>(
    preparedQuery(heardSql, [beats.map(({ attemptId }) => attemptId), grace, beats.map(({ page }) => page ?? null)]),
  )
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}
