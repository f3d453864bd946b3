import { sql } from 'kysely'
import type { MessageChannel } from './channels/channel.ts'
import type { Db } from './db/database.ts'
import { storableJson } from './db/storable-json.ts'
import { errorCode } from './error-code.ts'
import { ChannelRefusal } from './payments/channel-refusal.ts'
import type { Gateway } from './payments/gateway.ts'

/** Moments by this process's own monotonic clock, in ms; the database makes times of them. */
interface Health {
  succeededAt: number | null
  failedAt: number | null
  failure: string | null
  /** not written yet */
  changed: boolean
}

/** What this process has seen of each channel since it started. */
const seen = new Map<string, Health>()

function healthOf(channel: string): Health {
  const known = seen.get(channel)
  if (known) return known
  const fresh = { succeededAt: null, failedAt: null, failure: null, changed: false }
  seen.set(channel, fresh)
  return fresh
}

function noteSuccess(channel: string): void {
  Object.assign(healthOf(channel), { succeededAt: performance.now(), changed: true })
}

function noteFailure(channel: string, failure: string): void {
  const words = failure.slice(0, 100) || 'UNKNOWN'
  Object.assign(healthOf(channel), { failedAt: performance.now(), failure: words, changed: true })
}

/** The same payment channel; what it refuses is an answer, unless it says that it is unable. */
export function watchGateway(gateway: Gateway): Gateway {
  const { channel, createH5, jsapi } = gateway
  const watch = async <Answer>(asking: Promise<Answer>): Promise<Answer> => {
    try {
      const answer = await asking
      noteSuccess(channel)
      return answer
    } catch (error) {
      if (error instanceof ChannelRefusal && !error.unable) noteSuccess(channel)
      else noteFailure(channel, causeOf(error))
      throw error
    }
  }
  return {
    ...gateway,
    create: (wish) => watch(gateway.create(wish)),
    ...(createH5 ? { createH5: (wish) => watch(createH5(wish)) } : {}),
    ...(jsapi ? { jsapi: { ...jsapi, create: (wish) => watch(jsapi.create(wish)) } } : {}),
    query: (number) => watch(gateway.query(number)),
    close: (number) => watch(gateway.close(number)),
    refund: (refund) => watch(gateway.refund(refund)),
    queryRefund: (refund) => watch(gateway.queryRefund(refund)),
    bill: (day) => watch(gateway.bill(day)),
  }
}

/** A code or a kind of error, never its words: they may quote what was sent. */
function causeOf(error: unknown): string {
  if (error instanceof ChannelRefusal) return error.code
  if (!(error instanceof Error)) return 'UNKNOWN'
  return errorCode(error.cause) ?? errorCode(error) ?? error.name
}

/** The same way out for messages; one that is refused for good says nothing of the channel. */
export function watchChannel(channel: MessageChannel): MessageChannel {
  return {
    ...channel,
    send: async (message) => {
      const outcome = await channel.send(message)
      if (outcome.state === 'LATER') noteFailure(channel.name, outcome.reason)
      else noteSuccess(channel.name)
      return outcome
    },
  }
}

/** Writes what has changed since the last time; of several processes the latest moment stands. */
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
    from jsonb_to_recordset(${storableJson(rows)}::jsonb)
      as given (channel text, success_age float8, failure_age float8, failure text)
    order by channel
    on conflict (channel) do update set
      succeeded_at = greatest(known.succeeded_at, excluded.succeeded_at),
      failed_at = greatest(known.failed_at, excluded.failed_at),
      failure = case when excluded.failed_at >= coalesce(known.failed_at, '-infinity')
        then excluded.failure else known.failure end`.execute(db)
}
