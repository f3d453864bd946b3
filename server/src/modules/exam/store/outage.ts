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
  /** the bell, as it was moved where it was */
  deadline: Date
  /** false: it had rung before, and only the time for sealed answers is longer */
  moved: boolean
  now: Date
}

/** each time that was given back is whole seconds: so many outages may follow one bell */
const roundedUpSeconds = 60

/** What creditSilence does. The one row of the pulse is limited to one: the plan of the rest reckons with that. */
export const silenceQuery = (seconds: number, sealedSeconds: number) => sql<Credited>`
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
 * Gives the whole silence back, once: the pulse's row lock lets one process do it. To every attempt that ran when we fell silent, by its deadline; one begun
 * after the last sign of life, before the next was due, lost what came after its start. And to every one that the server ends, or had ended, at a bell of before and
 * that sealed answers could still come for (`sealedSeconds`): its deadline stays. Those are near: since the bell, or since time was last given back, we have been
 * there for no longer than they are taken.
 */
export async function creditSilence(
  tx: Tx,
  seconds: number,
  sealedSeconds: number,
): Promise<Credited[]> {
  const { rows } = await silenceQuery(seconds, sealedSeconds).execute(tx)
  return rows
}
