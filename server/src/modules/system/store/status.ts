import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

/** without a sign of life for so long, seconds: three of them were left out */
const silentAfter = 45

/** Every process that serves, and for an hour one that fell silent, until another took its place on its machine. */
export async function listProcesses(db: Db) {
  const { rows } = await sql<{
    id: string
    host: string
    pid: number
    version: string
    startedAt: Date
    seenAt: Date
    alive: boolean
    runsJobs: boolean
    memoryBytes: number
    loopDelayMs: number
    diskBytes: number | null
    diskFreeBytes: number | null
    pausedChannels: string[]
  }>`
    select id, host, pid, version, started_at as "startedAt", seen_at as "seenAt", ${isAlive} as alive,
      runs_jobs as "runsJobs", memory_bytes::float8 as "memoryBytes", loop_delay_ms as "loopDelayMs",
      disk_bytes::float8 as "diskBytes", disk_free_bytes::float8 as "diskFreeBytes",
      paused_channels as "pausedChannels"
    from process_alive
    where ${isAlive} or seen_at > now() - interval '1 hour' and not exists (
      select from process_alive later
      where later.host = process_alive.host and later.started_at > process_alive.seen_at)
    order by host, started_at, id limit 200`.execute(db)
  return rows
}

const isAlive = sql`(process_alive.seen_at > now() - interval '1 second' * ${silentAfter}::int)`

/** What the newest process with jobs had to do, alive or not; a job that only an older version had is not there. */
export async function listJobs(db: Db) {
  const { rows } = await sql<{
    name: string
    every: 'MINUTE' | 'QUARTER_MINUTE' | 'PULSE'
    startedAt: Date | null
    succeededAt: Date | null
    failedAt: Date | null
    failure: string | null
    tookMs: number | null
    dueAt: Date | null
    late: boolean
  }>`
    select name, every, started_at as "startedAt", succeeded_at as "succeededAt", failed_at as "failedAt", failure,
      took_ms as "tookMs", case when every = 'MINUTE' then started_at + interval '1 minute' end as "dueAt",
      coalesce(started_at, known_at) < now() - interval '5 minutes' as late
    from job_run
    where known_at >= coalesce((select max(started_at) from process_alive where runs_jobs), '-infinity')
    order by name limit 200`.execute(db)
  return rows
}

export async function listChannels(db: Db) {
  const { rows } = await sql<{
    channel: string
    succeededAt: Date | null
    failedAt: Date | null
    failure: string | null
  }>`
    select channel, succeeded_at as "succeededAt", failed_at as "failedAt", failure from channel_health`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.channel, row]))
}

export async function readDatabaseSize(db: Db): Promise<{ at: Date; bytes: number }> {
  const { rows } = await sql<{ at: Date; bytes: number }>`
    select now() as at, pg_database_size(current_database())::float8 as bytes`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database did not say its size')
  return row
}

export type QueueName = keyof typeof queueParts

/** Each queue: what waits in it, with the moment since when, and what was given up lately, where things are given up. */
const queueParts = {
  EMAIL: deliveries('EMAIL'),
  SMS: deliveries('SMS'),
  POSTER_IMPORT: {
    waiting: sql`select touched_at as at from poster_import where state = 'RUNNING'`,
    failed: sql`select from poster_import where state = 'FAILED' and touched_at > ${lately()}`,
  },
  QUESTION_IMPORT: {
    waiting: sql`select touched_at as at from question_import where state = 'READING'`,
    failed: sql`select from question_import where state = 'FAILED' and touched_at > ${lately()}`,
  },
  ROSTER_IMPORT: {
    waiting: sql`select touched_at as at from roster_import where state in ('READING', 'WRITING')`,
    failed: sql`select from roster_import where state = 'FAILED' and touched_at > ${lately()}`,
  },
  PAYMENT: {
    waiting: sql`select created_at as at from payment where status = 'CREATED'`,
    failed: null,
  },
  REFUND: {
    waiting: sql`select created_at as at from refund where status = 'PENDING'`,
    failed: sql`select from refund where status in ('STUCK', 'FAILED')`,
  },
  PRINT: {
    waiting: sql`select created_at as at from proof_print where state = 'WORKING'`,
    failed: sql`select from proof_print where state = 'FAILED' and touched_at > ${lately()}`,
  },
  DATA_EXPORT: {
    waiting: sql`select asked_at as at from data_export where state = 'ASKED'`,
    failed: sql`select from data_export where state = 'FAILED' and asked_at > ${lately()}`,
  },
  FILE_DELETION: {
    waiting: sql`select delete_due_at as at from file where deleted_at is null and delete_due_at <= (select app_now())`,
    failed: null,
  },
} satisfies Record<string, { waiting: RawBuilder<unknown>; failed: RawBuilder<unknown> | null }>

function deliveries(channel: string) {
  return {
    waiting: sql`select queued_at as at from message_delivery where channel = ${channel} and state = 'WAITING'`,
    failed: sql`select from message_delivery where channel = ${channel} and state = 'FAILED' and queued_at > ${lately()}`,
  }
}

function lately() {
  return sql`(select app_now()) - interval '7 days'`
}

/** Every queue of the portal's own, in one statement; their rows' moments are the rules' time. */
export async function countQueues(db: Db) {
  const counts = Object.entries(queueParts).map(
    ([queue, { waiting, failed }]) => sql`
      select ${queue}::text as queue, count(*)::int as waiting, min(at) as "oldestAt",
        ${failed ? sql`(select count(*)::int from (${failed}) as given_up)` : sql`null::int`} as failed
      from (${waiting}) as waiting`,
  )
  const { rows } = await sql<{
    queue: QueueName
    waiting: number
    oldestAt: Date | null
    failed: number | null
  }>`${sql.join(counts, sql` union all `)}`.execute(db)
  return rows
}
