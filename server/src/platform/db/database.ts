import { CamelCasePlugin, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './generated/schema.ts'
import { preparing } from './prepared.ts'
import { endSilence } from './silence.ts'

export type Schema = DB
/** The pool or a caller's transaction: what every store takes first. */
export type Db = Kysely<Schema>
export type Tx = Transaction<Schema>

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
/** dates stay YYYY-MM-DD: a calendar day has no zone */
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)

/** More requests wait for a connection than the pool allows. */
export class PoolExhausted extends Error {}

/** `maxWaiting`: requests that may wait for a connection; `longestHold`: ms after which one that is held is broken off. */
export type PoolOptions = pg.PoolConfig & { maxWaiting?: number; longestHold?: number }

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/** A pool that refuses at once what would have to wait behind too many others. */
export class LimitedPool extends pg.Pool {
  readonly #maxWaiting: number

  constructor({ maxWaiting = Number.POSITIVE_INFINITY, ...options }: PoolOptions) {
    super(options)
    this.#maxWaiting = maxWaiting
  }

  override connect(): Promise<pg.PoolClient>
  override connect(connected: Connected): void
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    if (!connected)
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error)))
      })
    if (this.waitingCount >= this.#maxWaiting) {
      const error = new PoolExhausted(`${this.waitingCount} requests wait for a connection`)
      process.nextTick(connected, error, undefined, () => {})
      return undefined
    }
    super.connect(connected)
    return undefined
  }
}

/** A pool that outlives restarts of the database: broken connections are dropped, not thrown. */
export function openPool(connection: PoolOptions, max = 10): LimitedPool {
  const pool = new LimitedPool({
    max,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    // Plans and memory of a session do not pile up, and a changed address of the database is found.
    maxLifetimeSeconds: 1800,
    application_name: 'portal',
    // a host that vanished says nothing: who waits for its answer, or listens to it, would wait for ever
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...connection,
  })
  pool.on('error', () => {})
  // the pool listens to idle connections only: without this, one that breaks inside a transaction ends the process; who
  // waits for it hears of it by the query that fails
  pool.on('connect', (client) => client.on('error', () => {}))
  endSilence(pool, undefined, connection.longestHold)
  return pool
}

/** Kysely over the pool: columns are camelCase here, keys inside JSON stay as they are. */
export function openDb(pool: pg.Pool): Db {
  return new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: preparing(pool) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}

/** The one way to open a transaction; services hand the result down, nobody opens one inside another. */
export function inTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(work)
}

/** Reads of one moment: what others write meanwhile is in none of them. */
export function inSnapshot<Result>(db: Db, read: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read)
}

/** The rules' time: the database's clock, moved only by seeds and tests. */
export async function appNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select app_now() as now`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('app_now() gave no row')
  return row.now
}
