import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

/** Whether no process of ours has given a sign of life for so long, by the real clock. */
export async function isSilent(db: Db, seconds: number): Promise<boolean> {
  const { rows } = await sql<{ silent: boolean }>`
    select clock_timestamp() - at > interval '1 second' * ${seconds} as silent from exam_pulse`.execute(
    db,
  )
  return rows[0]?.silent ?? false
}

/** A sign of life. */
export async function beatPulse(db: Db): Promise<void> {
  await sql`insert into exam_pulse (at) values (clock_timestamp())
    on conflict (one) do update set at = excluded.at`.execute(db)
}

export interface Credited {
  attemptId: string
  seconds: number
  startedAt: Date
  /** the bell as it was moved */
  deadline: Date
  now: Date
}

/**
 * Gives every attempt that ran when we fell silent the whole silence back, once: the pulse's row lock lets one process do it. One begun
 * after the last sign of life, before the next was due, lost what came after its start.
 * @returns whose deadline moved
 */
export async function creditSilence(tx: Tx, seconds: number): Promise<Credited[]> {
  const { rows } = await sql<Credited>`
    with pulse as (select at, clock_timestamp() as now from exam_pulse for update),
    gap as (
      select at, until, until - (now - at) as since
      from pulse, (select app_now() as until) clock where now - at > interval '1 second' * ${seconds}
    ),
    lost as (
      select id, at, ceil(extract(epoch from until - greatest(since, started_at)))::int as seconds
      from attempt, gap
      where submitted_at is null and deadline > since and started_at < since + interval '15 seconds'
      order by id for no key update of attempt
    ),
    credited as (
      update attempt set deadline = deadline + interval '1 second' * seconds
      from lost where attempt.id = lost.id and submitted_at is null
      returning attempt.id, at, seconds, started_at, deadline
    ),
    recorded as (
      insert into exam_time_credit (attempt_id, since, seconds) select id, at, seconds from credited
    )
    select id as "attemptId", seconds, started_at as "startedAt", deadline, app_now() as now from credited`.execute(
    tx,
  )
  return rows
}
