import { retryWaitMs } from '@ce/contract/retry-wait'
import type pg from 'pg'
import { DatabaseClient, directOptions } from './client.ts'

/** Delays in ms before a lost connection is opened again. */
const delays = { firstMs: 500, longestMs: 2_000 }
const answerMs = 10_000

interface Ears {
  told: (payload: string) => void
  /** Called when a notification may have been missed. `hears` is true for a new connection. */
  missed: (hears: boolean) => void
}

export interface DatabaseListener {
  /** True while the connection receives all notifications. */
  readonly hears: boolean
  close(): Promise<void>
}

/**
 * A failed connection is closed before a new one opens, because unclosed ones would use up the connection limit of a
 * standby.
 */
export async function openDatabaseListener(pool: pg.Pool, channel: string, ears: Ears): Promise<DatabaseListener> {
  let closed = false
  let hears = false
  let failures = 0
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | null = null

  const giveUp = (lost: pg.Client) => {
    void lost.end().catch(() => {})
    // A connection emits both error and end, and the second may come after the reconnect.
    if (client !== lost) return
    client = null
    hears = false
    ears.missed(false)
    if (closed || retry) return
    retry = setTimeout(() => {
      retry = null
      void connect()
    }, retryDelayAfter(failures))
    retry.unref()
    failures += 1
  }
  const connect = async () => {
    const next = new DatabaseClient({
      ...directOptions(pool),
      application_name: `portal ${channel}`,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    })
    next.on('error', () => giveUp(next))
    next.on('end', () => giveUp(next))
    next.on('notification', ({ payload = '' }) => ears.told(payload))
    client = next
    try {
      await next.connect()
      await next.query(`listen ${next.escapeIdentifier(channel)}`)
    } catch {
      return giveUp(next)
    }
    if (client !== next || closed) return
    hears = true
    failures = 0
    ears.missed(true)
  }
  await connect()
  return {
    get hears() {
      return hears
    },
    close: async () => {
      closed = true
      if (retry) clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}

/** Half of the delay is random, so that processes do not reconnect together. */
function retryDelayAfter(failures: number): number {
  const most = retryWaitMs(failures + 1, delays)
  return most / 2 + (Math.random() * most) / 2
}
