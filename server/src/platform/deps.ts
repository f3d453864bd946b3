import type pg from 'pg'
import { organisationSessions, type RequiredStaffSteps, staffSessions, studentSessions } from './auth/session-kinds.ts'
import { type OrganisationActor, Sessions, type StaffActor, type StudentActor } from './auth/sessions.ts'
import type { MessageChannel } from './channels/channel.ts'
import { openChannels } from './channels/open-channels.ts'
import { DatabaseAvailability } from './db/availability.ts'
import { optionsLike } from './db/client.ts'
import type { Db } from './db/database.ts'
import { closePools, type Databases, type Workload } from './db/pools.ts'
import { openReplicas, type Replicas } from './db/replicas.ts'
import { openDeployment } from './deployment.ts'
import type { Env } from './env.ts'
import { openFileStore } from './files/open-store.ts'
import { type FileStore, MissingContentReports } from './files/store.ts'
import type { Keys } from './keys.ts'
import { openDatabaseKeys } from './known-keys.ts'
import type { Gateway } from './payments/gateway.ts'
import { openGateways } from './payments/gateways.ts'
import { ProxyWatch } from './proxy-watch.ts'
import { SettingsReader } from './settings.ts'

export interface Deps {
  env: Env
  /** Database pools of all workloads; `pool` and `db` below belong to `workload`. */
  databases: Databases
  workload: Workload
  pool: pg.Pool
  db: Db
  /** Standbys that answer reads; null without DATABASE_READ_URL. Use them with readFromReplica. */
  replicas: Replicas | null
  availability: DatabaseAvailability
  proxyWatch: ProxyWatch
  sessions: Sessions<StudentActor>
  staffSessions: Sessions<StaffActor & { duties: RequiredStaffSteps }>
  organisationSessions: Sessions<OrganisationActor>
  keys: Keys
  files: FileStore
  missingReports: MissingContentReports
  settings: SettingsReader
  /** Payment channels by pay type. */
  gateways: Map<string, Gateway>
  /** Message channels; empty when none is configured. */
  channels: readonly MessageChannel[]
  /** The portal's public address without a trailing slash. */
  publicUrl: () => string
}

/** @returns the dependencies of learner calls @throws StartError after closing the pools. */
export async function openDeps(env: Env, databases: Databases): Promise<Deps> {
  const { pool } = databases.learner
  const availability = new DatabaseAvailability(optionsLike(pool))
  for (const watched of new Set(Object.values(databases).map((one) => one.pool))) availability.watch(watched)
  let replicas: Replicas | null = null
  try {
    replicas = await openReplicas(env, databases)
    return await openOver(env, databases, availability, replicas)
  } catch (error) {
    availability.close()
    await replicas?.close()
    await closePools(databases)
    throw error
  }
}

async function openOver(
  env: Env,
  databases: Databases,
  availability: DatabaseAvailability,
  replicas: Replicas | null,
): Promise<Deps> {
  const { pool, db } = databases.learner
  await openDeployment(db, env.cell)
  const keys = await openDatabaseKeys(pool, db, env.keysDir)
  const files = await openFileStore(env, db)
  const settings = new SettingsReader(db)
  const publicUrl = () => env.publicUrl ?? `http://localhost:${env.port}`
  const gateways = await openGateways({ env, db, keys, publicUrl })
  const channels = await openChannels(env)
  // Sessions open last, so that an earlier failure leaves no listening connection.
  const sessions = new Sessions(pool, settings, studentSessions)
  await sessions.listen()
  return {
    env,
    databases,
    workload: 'learner',
    pool,
    db,
    replicas,
    availability,
    proxyWatch: new ProxyWatch(),
    sessions,
    staffSessions: new Sessions(databases.desk.pool, settings, staffSessions(env.production)),
    organisationSessions: new Sessions(databases.desk.pool, settings, organisationSessions),
    keys,
    files,
    missingReports: new MissingContentReports(),
    settings,
    gateways,
    channels,
    publicUrl,
  }
}

export function dependenciesOfWorkload(deps: Deps, workload: Workload): Deps {
  return { ...deps, ...deps.databases[workload], workload }
}

export async function closeDeps(deps: Deps): Promise<void> {
  deps.availability.close()
  await deps.sessions.close()
  await deps.replicas?.close()
  await closePools(deps.databases)
}
