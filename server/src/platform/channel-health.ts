import { sql } from 'kysely'
import type { Db } from './db/database.ts'
import { toStorableJson } from './db/storable-json.ts'

interface Health {
  succeededAt: number | null
  failedAt: number | null
  failure: string | null
  changed: boolean
}

const seen = new Map<string, Health>()

function healthOf(channel: string): Health {
  const known = seen.get(channel)
  if (known) return known
  const fresh = { succeededAt: null, failedAt: null, failure: null, changed: false }
  seen.set(channel, fresh)
  return fresh
}

export function recordChannelSuccess(channel: string): void {
  Object.assign(healthOf(channel), { succeededAt: performance.now(), changed: true })
}

/** The error `code` must never quote the sent message. */
export function recordChannelFailure(channel: string, code: string): void {
  const failure = code.slice(0, 100)
  Object.assign(healthOf(channel), { failedAt: performance.now(), failure, changed: true })
}

export async function writeChannelHealth(db: Db): Promise<void> {
  const changed = [...seen].filter(([, health]) => health.changed)
  if (changed.length === 0) return
  const age = (at: number | null) => (at === null ? null : performance.now() - at)
  const rows = changed.map(([channel, { succeededAt, failedAt, failure }]) => ({
    channel,
    success_age: age(succeededAt),
    failure_age: age(failedAt),
    failure,
  }))
  for (const [, health] of changed) health.changed = false
  await sql`
    insert into channel_health as known (channel, succeeded_at, failed_at, failure)
    select channel, now() - interval '1 ms' * success_age, now() - interval '1 ms' * failure_age, failure
    from jsonb_to_recordset(${toStorableJson(rows)}::jsonb)
      as given (channel text, success_age float8, failure_age float8, failure text)
    order by channel
    on conflict (channel) do update set
      succeeded_at = greatest(known.succeeded_at, excluded.succeeded_at),
      failed_at = greatest(known.failed_at, excluded.failed_at),
      failure = case when excluded.failed_at >= coalesce(known.failed_at, '-infinity')
        then excluded.failure else known.failure end`
    .execute(db)
    .catch((error: unknown) => {
      for (const [, health] of changed) health.changed = true
      throw error
    })
}
