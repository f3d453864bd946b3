import { type RawBuilder, sql } from 'kysely'
import { type Db, requireOneRow } from '../../../../platform/db/database.ts'

/**
 * Includes processes that have been silent for up to an hour, unless a newer process has started on the same machine.
 */
export async function listProcesses(db: Db, silentAfter: number) {
  const isAlive = isRecent(sql`process_alive.seen_at`, silentAfter)
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

function isRecent(moment: RawBuilder<unknown>, seconds: number): RawBuilder<unknown> {
  return sql`coalesce(${moment} > now() - interval '1 second' * ${seconds}::int, false)`
}

/** Lists the jobs of the newest process that runs jobs; those of older versions are ignored. */
export async function listJobStates(db: Db, silentAfter: number) {
  const isRunning = isRecent(sql`running_seen_at`, silentAfter)
  const { rows } = await sql<{
    name: string
    every: 'MINUTE' | 'QUARTER_MINUTE' | 'PULSE'
    startedAt: Date | null
    succeededAt: Date | null
    failedAt: Date | null
    failure: string | null
    tookMs: number | null
    runningSince: Date | null
    dueAt: Date | null
    late: boolean
  }>`
    select name, every, started_at as "startedAt", succeeded_at as "succeededAt", failed_at as "failedAt", failure,
      took_ms as "tookMs", case when ${isRunning} then running_since end as "runningSince",
      case when every = 'MINUTE' and not ${isRunning}
        then started_at + greatest(interval '1 minute', ${lastRunTook}) end as "dueAt",
      not ${isRunning} and coalesce(started_at + ${lastRunTook}, known_at) < now() - interval '5 minutes' as late
    from job_run
    where known_at >= coalesce((select max(started_at) from process_alive where runs_jobs), '-infinity')
    order by name limit 200`.execute(db)
  return rows
}

const lastRunTook = sql`interval '1 ms' * took_ms`

export async function listChannelStates(db: Db) {
  const { rows } = await sql<{
    channel: string
    succeededAt: Date | null
    failedAt: Date | null
    failure: string | null
  }>`
    select channel, succeeded_at as "succeededAt", failed_at as "failedAt", failure from channel_health`.execute(db)
  return new Map(rows.map((row) => [row.channel, row]))
}

export function readDatabaseSize(db: Db): Promise<{ at: Date; bytes: number }> {
  return requireOneRow(
    db,
    sql<{ at: Date; bytes: number }>`
      select now() as at, pg_database_size(current_database())::float8 as bytes`,
  )
}

export type QueueName = keyof typeof queueParts

/** Waiting work with the time of its oldest item, and work that was given up recently. */
const queueParts = {
  EMAIL: deliveries('EMAIL'),
  SMS: deliveries('SMS'),
  POSTER_IMPORT: tasks('poster_import', 'touched_at', 'RUNNING'),
  QUESTION_IMPORT: tasks('question_import', 'touched_at', 'READING'),
  ROSTER_IMPORT: tasks('roster_import', 'touched_at', 'READING', 'WRITING'),
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
  DATA_EXPORT: tasks('data_export', 'asked_at', 'ASKED'),
  FILE_DELETION: {
    waiting: sql`select delete_due_at as at from file where deleted_at is null and delete_due_at <= (select app_now())`,
    failed: null,
  },
} satisfies Record<string, { waiting: RawBuilder<unknown>; failed: RawBuilder<unknown> | null }>

/**
 * Selects the rows of a queue that wait or failed; `at` names the column with their time. The states are literals in
 * the SQL, because partial indexes need that.
 */
function tasks(table: string, at: string, ...waiting: string[]) {
  const [rows, moment] = [sql.table(table), sql.ref(at)]
  return {
    waiting: sql`select ${moment} as at from ${rows} where state in (${sql.join(waiting.map((state) => sql.lit(state)))})`,
    failed: sql`select from ${rows} where state = 'FAILED' and ${moment} > ${lately()}`,
  }
}

function deliveries(channel: string) {
  return {
    waiting: sql`select queued_at as at from message_delivery where channel = ${channel} and state = 'WAITING'`,
    failed: sql`select from message_delivery where channel = ${channel} and state = 'FAILED' and queued_at > ${lately()}`,
  }
}

function lately() {
  return sql`(select app_now()) - interval '7 days'`
}

/** A single statement counts all queues, with the clock of the database. */
export async function countSystemQueues(db: Db) {
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
