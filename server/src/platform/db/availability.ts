import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { describeFault } from '../errors.ts'
import { logWarning } from '../observability/log.ts'
import { type ClientOptions, DatabaseClient } from './client.ts'
import { isDatabaseUnavailable, isPoolExhausted, isReadOnlyError } from './connection-lost.ts'

export type DatabaseState = 'ready' | 'unreachable' | 'readOnly' | 'exhausted'

const sentences: Record<DatabaseState, string> = {
  ready: 'answers and takes writes again',
  unreachable: 'cannot be reached: calls are refused with 503 until it can',
  readOnly: 'is read-only (a standby, or set so): what writes is refused with 503 until it is not',
  exhausted: 'has no connection, disk or memory left: calls are refused with 503 until it has',
}

/** Times in milliseconds of a database probe. */
interface LookTimes {
  pause: number
  answer: number
}

/** Milliseconds after which a connection is reopened, because the address may lead to another host now. */
const reconnectAfter = 5_000
const minute = 60_000

/** Probes on a separate connection find the end of an outage. Each change is logged once. */
export class DatabaseAvailability {
  #state: DatabaseState = 'ready'
  #since = performance.now()
  #looking = false
  #loggedPassing = Number.NEGATIVE_INFINITY
  readonly #connection: ClientOptions
  readonly #times: LookTimes
  readonly #log: (line: string) => void
  readonly #closed = new AbortController()

  constructor(
    connection: ClientOptions,
    {
      times = { pause: 500, answer: 2_000 },
      log = logWarning,
    }: { times?: LookTimes; log?: (line: string) => void } = {},
  ) {
    this.#connection = connection
    this.#times = times
    this.#log = log
  }

  get state(): DatabaseState {
    return this.#state
  }

  get seconds(): number {
    return (performance.now() - this.#since) / 1000
  }

  /** A probe decides whether a failure is an outage. */
  note(error: unknown): void {
    if (this.#looking || this.#closed.signal.aborted || !isDatabaseUnavailable(error)) return
    this.#looking = true
    void this.#lookUntilReady(error).finally(() => {
      this.#looking = false
    })
  }

  watch(pool: pg.Pool): void {
    const outdated = new WeakSet<pg.PoolClient>()
    pool.on('connect', (client) => {
      const since = performance.now()
      emitterOf(client).on('errorMessage', (error: Error) => {
        this.note(error)
        if (isReadOnlyError(error) && performance.now() - since > reconnectAfter) outdated.add(client)
      })
      client.on('error', (error) => {
        if (!pool.ending) this.note(error)
      })
    })
    pool.on('release', (_error, client) => {
      // Ends an outdated connection when it is released, so that the pool does not use it again.
      if (outdated.has(client)) void client.end().catch(() => {})
    })
  }

  close(): void {
    this.#closed.abort()
  }

  async #lookUntilReady(error: unknown): Promise<void> {
    const { signal } = this.#closed
    for (let looks = 1; !signal.aborted; looks += 1) {
      this.#become(await this.#look())
      if (this.#state === 'ready') {
        if (looks === 1) this.#logPassing(error)
        return
      }
      await delay(this.#times.pause, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  /** Logs a write that was refused as read-only while other writes succeed, because that is a fault of the portal. */
  #logPassing(error: unknown): void {
    if (!isReadOnlyError(error) || performance.now() - this.#loggedPassing < minute) return
    this.#loggedPassing = performance.now()
    this.#log(`database: it takes writes, but refused one as read-only: ${describeFault(error)}`)
  }

  async #look(): Promise<DatabaseState> {
    const client = new DatabaseClient({
      ...this.#connection,
      application_name: 'portal availability',
      connectionTimeoutMillis: this.#times.answer,
      query_timeout: this.#times.answer,
    })
    try {
      await client.connect()
      const { rows } = await client.query<{ read_only: string }>(
        `select current_setting('transaction_read_only') as read_only`,
      )
      return rows[0]?.read_only === 'on' ? 'readOnly' : 'ready'
    } catch (error) {
      return stateOf(error)
    } finally {
      void client.end().catch(() => {})
    }
  }

  #become(state: DatabaseState): void {
    if (state === this.#state) return
    const seconds = this.seconds.toFixed(1)
    this.#log(`database: it ${sentences[state]}${state === 'ready' ? `, after ${seconds} s` : ''}`)
    // A change between kinds of outage does not reset the time at which the outage began.
    if (state === 'ready' || this.#state === 'ready') this.#since = performance.now()
    this.#state = state
  }
}

function stateOf(error: unknown): DatabaseState {
  if (isReadOnlyError(error)) return 'readOnly'
  return isPoolExhausted(error) ? 'exhausted' : 'unreachable'
}

/** A pg client is an event emitter, but its type does not show it. */
function emitterOf(client: pg.PoolClient): NodeJS.EventEmitter {
  return client.connection as unknown as NodeJS.EventEmitter
}
