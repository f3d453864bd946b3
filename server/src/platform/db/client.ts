import pg from 'pg'
import { errorCodeOf } from '../error-code.ts'
import { waitAtMost } from '../time-limit.ts'

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
  readonly #patience: number
  /** Names the hosts that lead to the database which takes writes; empty for an address with one host. */
  writableHosts: ReadonlySet<string> = new Set()
  #ended = false

  constructor(options: ClientOptions = {}) {
    const urls = urlsOfHosts(options.connectionString ?? '')
    super(urls.length > 1 ? { ...options, connectionString: urls[0] } : options)
    this.#urls = urls
    this.#patience = options.connectionTimeoutMillis || hostTimes.answer
    // Without a listener, a connection that breaks between two queries, or right after it opened, ends the process.
    this.on('error', () => {})
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
      const found = await waitAtMost(this.#patience, findWritableHosts(this.#urls), null)
      if (!found) throw new Error('timeout expired')
      const [first, ...others] = found
      if (this.#ended || !first) throw new Error('Connection terminated')
      Object.assign(this, { host: first.host, port: first.port })
      this.writableHosts = new Set([first, ...others].map(nameOfHost))
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

export function nameOfHost({ host, port }: Host): string {
  return `${host}:${port}`
}

interface WritableHost extends Host {
  /** Grows by one each time that a standby takes over. */
  timeline: string
  server: string
}

/** Milliseconds. */
const hostTimes = {
  /** A host must answer within this time. */
  answer: 5_000,
  /** After the first answer, slower hosts have this time. */
  slower: 200,
  /** Answers are used again for this time. */
  fresh: 1_000,
}
const minute = 60_000
const searches = new Map<string, { at: number; hosts: Promise<WritableHost[]> }>()
let loggedRivals = Number.NEGATIVE_INFINITY
let log: (line: string) => void = () => {}

/** This file serves all processes, also those without our log. */
export function logHostsTo(given: (line: string) => void): void {
  log = given
}

/** All connections that open together ask once. */
function findWritableHosts(urls: readonly string[]): Promise<WritableHost[]> {
  const key = urls.join()
  const known = searches.get(key)
  if (known && performance.now() - known.at < hostTimes.fresh) return known.hosts
  const hosts = askHosts(urls)
  searches.set(key, { at: performance.now(), hosts })
  // A failure is no answer that others could use.
  hosts.catch(() => searches.delete(key))
  return hosts
}

/** Of two primaries, the one that took over last is right. @returns its addresses, in the order of the list */
async function askHosts(urls: readonly string[]): Promise<WritableHost[]> {
  const asked = urls.map(requireWritable)
  try {
    await Promise.any(asked)
  } catch (error) {
    const errors: unknown[] = error instanceof AggregateError ? error.errors : [error]
    throw errors.find((one) => errorCodeOf(one) === readOnlyState) ?? errors[0]
  }
  const answers = asked.map((host) =>
    waitAtMost(
      hostTimes.slower,
      host.catch(() => null),
      null,
    ),
  )
  const hosts = (await Promise.all(answers)).filter((host) => host !== null)
  const newest = hosts.reduce((one, other) => (other.timeline > one.timeline ? other : one))
  const rivals = hosts.filter(({ server }) => server !== newest.server)
  if (rivals.length > 0 && performance.now() - loggedRivals > minute) {
    loggedRivals = performance.now()
    log(
      `database: besides ${nameOfHost(newest)} also ${rivals.map(nameOfHost).join(', ')} takes writes; the portal uses the one that took over last`,
    )
  }
  return hosts.filter(({ server }) => server === newest.server)
}

/** Error code read_only_sql_transaction. */
const readOnlyState = '25006'

async function requireWritable(connectionString: string): Promise<WritableHost> {
  const client = new pg.Client({
    connectionString,
    application_name: 'portal hosts',
    connectionTimeoutMillis: hostTimes.answer,
    query_timeout: hostTimes.answer,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ timeline: string | null; server: string }>(`
      select pg_postmaster_start_time()::text as server,
        case when current_setting('transaction_read_only') = 'off' then left(pg_walfile_name(pg_current_wal_lsn()), 8) end
          as timeline`)
    const { timeline = null, server = '' } = rows[0] ?? {}
    if (timeline !== null) return { host: client.host, port: client.port, timeline, server }
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
