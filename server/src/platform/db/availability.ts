import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { faultWords } from '../fault-words.ts'
import { logWarning } from '../observability/log.ts'
import { isExhausted, isReadOnly, isUnavailable } from './connection-lost.ts'

/** What the database can do for this process at present. */
export type DatabaseState = 'ready' | 'unreachable' | 'readOnly' | 'exhausted'

const sentences: Record<DatabaseState, string> = {
  ready: 'answers and takes writes again',
  unreachable: 'cannot be reached: calls are refused with 503 until it can',
  readOnly: 'is read-only (a standby, or set so): what writes is refused with 503 until it is not',
  exhausted: 'has no connection, disk or memory left: calls are refused with 503 until it has',
}

/** Milliseconds: between two looks during an outage, and for the answer to one. */
interface LookTimes {
  pause: number
  answer: number
}

/** A connection that met a read-only database is closed if it is older than this, ms: an address may lead to another host by now. */
const reconnectAfter = 5_000
const minute = 60_000

/**
 * Knows whether the database does its work. The first failure begins an outage; looks on a connection of their own tell when it is over.
 * Each change is one line of the log, however many requests fail meanwhile.
 */
export class Availability {
  #state: DatabaseState = 'ready'
  #since = performance.now()
  #looking = false
  #loggedPassing = Number.NEGATIVE_INFINITY
  readonly #connection: pg.ClientConfig
  readonly #times: LookTimes
  readonly #log: (line: string) => void
  readonly #closed = new AbortController()

  constructor(
    connection: pg.ClientConfig,
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

  /** How long it has been so, in seconds. */
  get seconds(): number {
    return (performance.now() - this.#since) / 1000
  }

  /** Takes note of a failure, whatever it is of: whether it is an outage, a look at the database tells. */
  note(error: unknown): void {
    if (this.#looking || this.#closed.signal.aborted || !isUnavailable(error)) return
    this.#looking = true
    void this.#lookUntilReady(error).finally(() => {
      this.#looking = false
    })
  }

  /** Hears what the database says to the connections of a pool. */
  watch(pool: pg.Pool): void {
    const outdated = new WeakSet<pg.PoolClient>()
    pool.on('connect', (client) => {
      const since = performance.now()
      emitterOf(client).on('errorMessage', (error: Error) => {
        this.note(error)
        if (isReadOnly(error) && performance.now() - since > reconnectAfter) outdated.add(client)
      })
      client.on('error', (error) => {
        if (!pool.ending) this.note(error)
      })
    })
    pool.on('release', (_error, client) => {
      // the pool takes back no connection that is ending
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

  /** A connection may end by itself. A write that is refused where others are taken is a fault of ours, or of a right of the database. */
  #logPassing(error: unknown): void {
    if (!isReadOnly(error) || performance.now() - this.#loggedPassing < minute) return
    this.#loggedPassing = performance.now()
    this.#log(`database: it takes writes, but refused one as read-only: ${faultWords(error)}`)
  }

  async #look(): Promise<DatabaseState> {
    const client = new pg.Client({
      ...this.#connection,
      application_name: 'portal availability',
      connectionTimeoutMillis: this.#times.answer,
      query_timeout: this.#times.answer,
    })
    client.on('error', () => {})
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
    // an outage of several kinds is one: the time runs from its beginning
    if (state === 'ready' || this.#state === 'ready') this.#since = performance.now()
    this.#state = state
  }
}

function stateOf(error: unknown): DatabaseState {
  if (isReadOnly(error)) return 'readOnly'
  return isExhausted(error) ? 'exhausted' : 'unreachable'
}

/** pg's types do not say that a connection is an event emitter. */
function emitterOf(client: pg.PoolClient): NodeJS.EventEmitter {
  return client.connection as unknown as NodeJS.EventEmitter
}
