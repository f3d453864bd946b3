import pg from 'pg'
import { errorCodeOf } from '../error-code.ts'

/** How connections reach the database when a pooler stands in between, or when an address around it is set. */
export interface Route {
  /** Leads to the database itself: for migrations, and for connections that listen. */
  directUrl: string
  /** A pooler shares its connections, so that time limits sent with a connection are refused or lost. */
  pooled: boolean
  /** Whether a named statement can be used again on any connection of the pooler. */
  keepsNames: boolean
}

export type ClientOptions = pg.ClientConfig & { route?: Route | null }

/**
 * All connections of the portal to its database are of this class. An address with several hosts
 * (`postgres://h1:5432,h2:5432/portal`) leads to the one that takes writes.
 */
export class DatabaseClient extends pg.Client {
  readonly #urls: string[]
  #ended = false

  constructor(options: ClientOptions = {}) {
    const urls = urlsOfHosts(options.connectionString ?? '')
    super(urls.length > 1 ? { ...options, connectionString: urls[0] } : options)
    this.#urls = urls
    if (options.route?.keepsNames === false) this.query = withoutNames(this.query.bind(this))
  }

  override connect(): Promise<pg.Client>
  override connect(connected: (error: Error | null) => void): void
  override connect(connected?: (error: Error | null) => void): Promise<pg.Client> | undefined {
    const connecting = this.#connect()
    if (!connected) return connecting
    connecting.then(
      () => connected(null),
      (error) => connected(error),
    )
    return undefined
  }

  override end(): Promise<void>
  override end(ended: (error: Error) => void): void
  override end(ended?: (error: Error) => void): Promise<void> | undefined {
    this.#ended = true
    if (!ended) return super.end()
    super.end(ended)
    return undefined
  }

  async #connect(): Promise<pg.Client> {
    if (this.#urls.length > 1) {
      const { host, port } = await findWritableHost(this.#urls)
      if (this.#ended) throw new Error('Connection terminated')
      Object.assign(this, { host, port })
    }
    return super.connect()
  }
}

/** Returns an address for each of the hosts in an address. */
export function urlsOfHosts(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] = /^(\w+:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/s.exec(url) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => `${start}${host}${rest}`) : [url]
}

type Host = Pick<pg.Client, 'host' | 'port'>

/** Milliseconds for the answer of a host, and for which an answer is used again. */
const hostTimes = { answer: 5_000, fresh: 1_000 }
const writableHosts = new Map<string, { at: number; host: Promise<Host> }>()

/** All connections that open together ask once. */
function findWritableHost(urls: readonly string[]): Promise<Host> {
  const key = urls.join()
  const known = writableHosts.get(key)
  if (known && performance.now() - known.at < hostTimes.fresh) return known.host
  const host = askHosts(urls)
  writableHosts.set(key, { at: performance.now(), host })
  // A failure is no answer that others could use.
  host.catch(() => writableHosts.delete(key))
  return host
}

async function askHosts(urls: readonly string[]): Promise<Host> {
  try {
    return await Promise.any(urls.map(requireWritable))
  } catch (error) {
    const errors: unknown[] = error instanceof AggregateError ? error.errors : [error]
    throw errors.find((one) => errorCodeOf(one) === readOnlyState) ?? errors[0]
  }
}

/** Error code read_only_sql_transaction. */
const readOnlyState = '25006'

async function requireWritable(connectionString: string): Promise<Host> {
  const client = new pg.Client({
    connectionString,
    application_name: 'portal hosts',
    connectionTimeoutMillis: hostTimes.answer,
    query_timeout: hostTimes.answer,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
    if (rows[0]?.transaction_read_only === 'off') return { host: client.host, port: client.port }
    throw Object.assign(new Error('no host of the database takes writes'), { code: readOnlyState })
  } finally {
    void client.end().catch(() => {})
  }
}

/** The options of a pool for one more connection like its own. A pool hides its password from a spread. */
export function optionsLike(pool: pg.Pool): ClientOptions {
  return { ...pool.options, password: pool.options.password }
}

/** The options for a connection that has a session of its own. */
export function directOptions(pool: pg.Pool): ClientOptions {
  const options = optionsLike(pool)
  return options.route ? { ...options, connectionString: options.route.directUrl, route: null } : options
}

/** The many forms of the arguments are passed on; only the name of a statement is left out. */
function withoutNames(query: pg.Client['query']): pg.Client['query'] {
  const unnamed = (statement: unknown, ...rest: unknown[]) =>
    Reflect.apply(query, undefined, [isNamed(statement) ? { ...statement, name: undefined } : statement, ...rest])
  return unnamed as pg.Client['query']
}

/** A query object of another library, which submits itself, must stay as it is. */
function isNamed(statement: unknown): statement is { name: unknown } {
  return typeof statement === 'object' && statement !== null && 'name' in statement && !('submit' in statement)
}
