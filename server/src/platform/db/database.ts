import { CamelCasePlugin, Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { type ClientOptions, DatabaseClient } from './client.ts'
import type { DB } from './generated/schema.ts'
import { withPreparedStatements } from './prepared.ts'
import { dropSilentConnections } from './silent-connections.ts'

export type DatabaseSchema = DB
/** The pool or a transaction. */
export type Db = Kysely<DatabaseSchema>
export type Tx = Transaction<DatabaseSchema>

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
/** A calendar day has no time zone. */
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)

export class PoolExhausted extends Error {}

/** `maxWaiting`: requests that may wait. `longestHold`: ms after which a connection is closed. */
export type PoolOptions = pg.PoolConfig & ClientOptions & { maxWaiting?: number; longestHold?: number }

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

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

export function openPool(connection: PoolOptions, max = 10): LimitedPool {
  const pool = new LimitedPool({
    max,
    Client: DatabaseClient,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    // A limited lifetime frees cached plans and finds a changed database address.
    maxLifetimeSeconds: 1800,
    application_name: 'portal',
    // Without keep-alive, a query to a vanished host would wait forever.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...connection,
  })
  pool.on('error', () => {})
  dropSilentConnections(pool, undefined, connection.longestHold)
  return pool
}

/** Columns are camelCase here; keys inside JSON are not changed. */
export function openDb(pool: pg.Pool): Db {
  return new Kysely<DatabaseSchema>({
    dialect: new PostgresDialect({ pool: withPreparedStatements(pool) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}

/** Services pass the transaction on and never nest them. */
export function inTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(work)
}

/** Several reads share one snapshot, so later writes of others are not visible. */
export function inSnapshot<Result>(db: Db, read: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}

/** Returns the row of a statement that always gives exactly one row. */
export async function requireOneRow<Row>(db: Db, statement: RawBuilder<Row>): Promise<Row> {
  const [row] = (await statement.execute(db)).rows
  if (!row) throw new Error('a statement that always gives a row gave none')
  return row
}

/** The time that rules use. Only seeds, tests and practice portals move it. */
export async function appNow(db: Db): Promise<Date> {
  return (await requireOneRow(db, sql<{ now: Date }>`select app_now() as now`)).now
}
