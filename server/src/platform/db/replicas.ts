import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Env } from '../env.ts'
import { errorCodeOf } from '../error-code.ts'
import { StartError } from '../errors.ts'
import { logWarning } from '../observability/log.ts'
import { replicaLag, replicaReads } from '../observability/metrics.ts'
import { nameOfHost, urlsOfHosts } from './client.ts'
import { isConnectionLostError, isPoolExhausted } from './connection-lost.ts'
import { type Db, openPool, PoolExhausted } from './database.ts'
import {
  closePools,
  type Databases,
  openWorkload,
  type PoolSizes,
  type Workload,
  type WorkloadDatabase,
} from './pools.ts'

/** Milliseconds. */
const times = {
  /** A read waits this long for a standby, then the primary answers it. */
  wait: 300,
  /** Between two questions to a standby that is late. */
  pause: 10,
  answer: 500,
  /** A standby that was late or did not answer gets no reads for this time, so that few reads wait in vain. */
  rest: 1_000,
}

/** How far a server is. Only positions of the same cluster and timeline can be compared. */
interface Position {
  /** Stays the same in all copies of a cluster, and names the database in it. */
  cluster: string
  /** Another one begins when a standby takes over. */
  timeline: string
  /** The last byte of the write-ahead log: flushed by the primary, or replayed by a standby. */
  log: number
}

export interface Reader {
  db: Db
  workload: Workload
  replicas: Replicas | null
}

/**
 * Reads from a standby that has replayed everything which the primary had committed when the read was asked for, else
 * from the primary (decision 111). The work must not write, and may run twice.
 */
export function readFromReplica<Result>(reader: Reader, work: (db: Db) => Promise<Result>): Promise<Result> {
  return reader.replicas ? reader.replicas.read(reader, work) : work(reader.db)
}

/** @throws StartError when an address leads to another database, or to a pooler. */
export async function openReplicas(
  { databaseReadUrl, poolSizes }: Pick<Env, 'databaseReadUrl' | 'poolSizes'>,
  databases: Databases,
): Promise<Replicas | null> {
  if (!databaseReadUrl) return null
  const replicas = new Replicas(
    urlsOfHosts(databaseReadUrl).map((url) => new Replica(url, poolSizes)),
    databases.health.pool,
  )
  try {
    await replicas.requireCopies()
    return replicas
  } catch (error) {
    await replicas.close()
    throw error
  }
}

export class Replicas {
  readonly #all: Replica[]
  readonly #primary: pg.Pool
  #turn = 0
  #asking: Promise<unknown> = Promise.resolve()
  #next: Promise<Position> | null = null

  constructor(all: Replica[], primary: pg.Pool) {
    this.#all = all
    this.#primary = primary
  }

  async read<Result>({ db, workload }: Reader, work: (db: Db) => Promise<Result>): Promise<Result> {
    const chosen = await this.#choose()
    const standby = typeof chosen !== 'string' && chosen.databaseOf(workload)
    if (!standby) {
      replicaReads.inc({ answered_by: 'primary', reason: typeof chosen === 'string' ? chosen : 'workload' })
      return work(db)
    }
    try {
      const result = await work(standby.db)
      replicaReads.inc({ answered_by: 'replica', reason: 'current' })
      return result
    } catch (error) {
      if (!isFaultOfReplica(error)) throw error
      chosen.rest((error as Error).message)
      replicaReads.inc({ answered_by: 'primary', reason: 'failed' })
      return work(db)
    }
  }

  async requireCopies(): Promise<void> {
    const { cluster } = await this.#findPosition()
    await Promise.all(this.#all.map((replica) => replica.requireCopyOf(cluster)))
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((replica) => replica.close()))
  }

  /** @returns why the primary answers when no standby is current */
  async #choose(): Promise<Replica | 'away' | 'late'> {
    const awake = this.#all.filter((replica) => !replica.isResting())
    if (awake.length === 0) return 'away'
    this.#turn = (this.#turn + 1) % awake.length
    try {
      const wanted = await this.#findPosition()
      const inTurn = [...awake.slice(this.#turn), ...awake.slice(0, this.#turn)]
      return await Promise.any(inTurn.map((replica) => replica.reach(wanted)))
    } catch {
      return 'late'
    }
  }

  /** A query that runs may have read an older position, so who asks meanwhile waits for the next one. */
  #findPosition(): Promise<Position> {
    this.#next ??= this.#asking.then(() => {
      this.#next = null
      const asked = this.#primary.query<Position>(primarySql).then(({ rows }) => rows[0] ?? nowhere)
      this.#asking = asked.catch(() => {})
      return asked
    })
    return this.#next
  }
}

const nowhere: Position = { cluster: '', timeline: '', log: 0 }

const clusterSql = `select system_identifier || '/' ||
  (select oid from pg_database where datname = current_database()) from pg_control_system()`

const primarySql = `
  select (${clusterSql}) as cluster, left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) as timeline,
    (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::float8 as log`

/** The control file of a standby names the new timeline some minutes after a failover; until then it is not used. */
const standbySql = `
  select (${clusterSql}) as cluster,
    (select lpad(upper(to_hex(timeline_id)), 8, '0') from pg_control_checkpoint()) as timeline,
    (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::float8 as log, pg_is_in_recovery() as standby, pg_backend_pid() as pid`

class Replica {
  readonly #name: string
  readonly #databases: ReadonlyMap<Workload, WorkloadDatabase>
  readonly #questions: pg.Pool
  #position = nowhere
  #cluster = ''
  #asking: Promise<void> | null = null
  #restsUntil = 0
  #fault: string | null = null

  constructor(connectionString: string, sizes: PoolSizes) {
    const connection = { connectionString }
    const readers = ['learner', 'desk', 'export', 'jobs'] as const
    const open = (workload: (typeof readers)[number]) =>
      openWorkload(connection, workload, sizes[workload], `portal reads ${workload}`)
    this.#databases = new Map(readers.map((workload) => [workload, open(workload)]))
    const quick = { connectionTimeoutMillis: times.answer, query_timeout: times.answer }
    this.#questions = openPool({ ...connection, ...quick, application_name: 'portal replica' }, 1)
    this.#name = nameOfHost(new pg.Client(connection))
  }

  databaseOf(workload: Workload): WorkloadDatabase | undefined {
    return this.#databases.get(workload)
  }

  isResting(): boolean {
    return performance.now() < this.#restsUntil
  }

  /** @param fault null for a host that takes writes itself, which is no fault */
  rest(fault: string | null): void {
    this.#restsUntil = performance.now() + times.rest
    // It must answer a question before it gets reads again.
    this.#position = nowhere
    if (fault && !this.#fault) logWarning(`database: ${this.#name} gets no reads, because ${fault}`)
    this.#fault = fault
  }

  /** @throws Error when this standby has not replayed that position in time. */
  async reach(wanted: Position): Promise<this> {
    const end = performance.now() + times.wait
    while (!this.#has(wanted)) {
      if (performance.now() > end) {
        this.rest('it is late')
        throw new Error('late')
      }
      await this.#ask()
      replicaLag.set({ host: this.#name }, Math.max(0, wanted.log - this.#position.log))
      if (!this.#has(wanted)) await delay(times.pause)
    }
    if (this.#fault) logWarning(`database: ${this.#name} gets reads again`)
    this.#fault = null
    return this
  }

  /** @throws StartError when it can be reached and is none. */
  async requireCopyOf(cluster: string): Promise<void> {
    await this.#ask().catch((error: unknown) => {
      if (error instanceof StartError) throw error
    })
    if (this.#cluster && this.#cluster !== cluster)
      throw new StartError(`DATABASE_READ_URL: ${this.#name} is no host of the database of DATABASE_URL`)
  }

  async close(): Promise<void> {
    await Promise.all([closePools(Object.fromEntries(this.#databases)), this.#questions.end()])
  }

  #has({ cluster, timeline, log }: Position): boolean {
    const mine = this.#position
    return mine.cluster === cluster && mine.timeline === timeline && mine.log >= log
  }

  /** All reads that wait share one question. */
  #ask(): Promise<void> {
    this.#asking ??= this.#askNow()
      .catch((error: Error) => {
        this.rest(error instanceof TakesWrites ? null : error.message || errorCodeOf(error) || 'it does not answer')
        throw error
      })
      .finally(() => {
        this.#asking = null
      })
    return this.#asking
  }

  async #askNow(): Promise<void> {
    const client = await this.#questions.connect()
    let answer: (Position & { standby: boolean; pid: number }) | undefined
    try {
      answer = (await client.query<NonNullable<typeof answer>>(standbySql)).rows[0]
    } finally {
      // The address may lead to another host now, so the connection of a failed question is closed.
      client.release(!answer)
    }
    if (!answer) return
    const { standby, pid, ...position } = answer
    if (pid !== (client as pg.PoolClient & { processID: number }).processID)
      throw new StartError(`DATABASE_READ_URL: ${this.#name} is a pooler; name the hosts of the database`)
    this.#cluster = position.cluster
    if (!standby) throw new TakesWrites()
    this.#position = position
  }
}

/** The host is the primary at present. It stays in the list, because it may become a standby. */
class TakesWrites extends Error {}

/** Also a query that the standby has cancelled, because it kept rows that the primary had removed. */
function isFaultOfReplica(error: unknown): boolean {
  return (
    isConnectionLostError(error) ||
    isPoolExhausted(error) ||
    error instanceof PoolExhausted ||
    ['40001', '40P01'].includes(errorCodeOf(error) ?? '')
  )
}
