import type pg from 'pg'
import { OrganisationSessions } from './auth/organisation-sessions.ts'
import { Sessions } from './auth/sessions.ts'
import { StaffSessions } from './auth/staff-sessions.ts'
import type { MessageChannel } from './channels/channel.ts'
import { openChannels } from './channels/open-channels.ts'
import { Availability } from './db/availability.ts'
import type { Db } from './db/database.ts'
import { closePools, type Databases, type Workload } from './db/pools.ts'
import type { Env } from './env.ts'
import { MissingReports } from './files/missing.ts'
import { type FileStore, filesFolder, localFileStore } from './files/store.ts'
import type { Keys } from './keys.ts'
import { openKeysOf } from './known-keys.ts'
import type { Gateway } from './payments/gateway.ts'
import { openGateways } from './payments/gateways.ts'
import { ProxyWatch } from './proxy-watch.ts'
import { SettingsReader } from './settings.ts'

/** What every service may use: made once a process, handed down by routes, jobs, seeds and tests alike. */
export interface Deps {
  env: Env
  /** the connections of every workload; `pool` and `db` are those of one (see forWorkload) */
  databases: Databases
  pool: pg.Pool
  db: Db
  /** whether the database does its work; all connections tell it what they meet */
  availability: Availability
  /** whether visitors' addresses are known, or a proxy hides them */
  proxyWatch: ProxyWatch
  sessions: Sessions
  staffSessions: StaffSessions
  organisationSessions: OrganisationSessions
  keys: Keys
  files: FileStore
  /** contents that calls asked for and that are not there */
  missingReports: MissingReports
  settings: SettingsReader
  /** by pay type; empty where none is configured */
  gateways: Map<string, Gateway>
  /** e-mail, SMS; empty where none is configured */
  channels: readonly MessageChannel[]
  /** the portal's address as people open it, without a trailing slash */
  publicUrl: () => string
}

/**
 * Opens everything a process shares with others through the database, KEYS_DIR and the file store.
 * @returns the dependencies of the learners' calls; forWorkload gives those of others
 * @throws StartError; the pools are closed then
 */
export async function openDeps(env: Env, databases: Databases): Promise<Deps> {
  const { pool } = databases.learner
  const availability = new Availability({ ...pool.options, password: pool.options.password })
  for (const watched of new Set(Object.values(databases).map((one) => one.pool)))
    availability.watch(watched)
  try {
    return await openOver(env, databases, availability)
  } catch (error) {
    availability.close()
    await closePools(databases)
    throw error
  }
}

async function openOver(env: Env, databases: Databases, availability: Availability): Promise<Deps> {
  const { pool, db } = databases.learner
  const keys = await openKeysOf(pool, db, env.keysDir)
  const settings = new SettingsReader(db)
  const publicUrl = () => env.publicUrl ?? `http://localhost:${env.port}`
  const gateways = await openGateways({ env, db, keys, publicUrl })
  const channels = await openChannels(env)
  // last: what fails before leaves no connection that listens
  const sessions = new Sessions(pool, settings)
  await sessions.listen()
  return {
    env,
    databases,
    pool,
    db,
    availability,
    proxyWatch: new ProxyWatch(),
    sessions,
    staffSessions: new StaffSessions(databases.desk.pool, settings, env.production),
    organisationSessions: new OrganisationSessions(databases.desk.pool, settings),
    keys,
    files: localFileStore(filesFolder(env.dataDir)),
    missingReports: new MissingReports(),
    settings,
    gateways,
    channels,
    publicUrl,
  }
}

/** The same dependencies over the connections of a workload. */
export function forWorkload(deps: Deps, workload: Workload): Deps {
  return { ...deps, ...deps.databases[workload] }
}

/** Ends what openDeps opened, after the last call was answered. */
export async function closeDeps(deps: Deps): Promise<void> {
  deps.availability.close()
  await deps.sessions.close()
  await closePools(deps.databases)
}
