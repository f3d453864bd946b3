import { chmodSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from '../../src/platform/embedded-postgres/binaries.ts'
import { ensureCluster } from '../../src/platform/embedded-postgres/cluster.ts'
import { launch } from '../../src/platform/embedded-postgres/launch.ts'
import { packageFolder } from '../../src/platform/embedded-postgres/package-folder.ts'
import { choosePlace } from '../../src/platform/embedded-postgres/place.ts'
import { readPostmasterFile } from '../../src/platform/embedded-postgres/postmaster-file.ts'
import { stopServer } from '../../src/platform/embedded-postgres/stop.ts'
import { connectionTo, listening } from '../../src/platform/embedded-postgres/transport.ts'

/** The oldest and the newest that docs/operations.md says are supported: by how the names of their packages begin. */
const packagesOf = { 15: 'postgres-15-', 18: '@embedded-postgres/' } as const
export type TestedVersion = keyof typeof packagesOf

export interface PlainPostgres {
  connection: pg.PoolConfig
  stop(): Promise<void>
}

/** A PostgreSQL as its maker ships it: none of the settings of our launcher, but for where it listens and that nothing waits for the disk. */
export async function startPlainPostgres(version: TestedVersion): Promise<PlainPostgres> {
  const folder = await mkdtemp(join(tmpdir(), `ce-plain-${version}-`))
  // root's PostgreSQL runs as nobody, and 15 cannot be made below a folder that is closed to it
  chmodSync(folder, 0o755)
  const place = choosePlace(folder)
  const source = packageFolder(`${process.platform}-${process.arch}`, packagesOf[version])
  const binaries = await findBinaries(place.identity, source)
  await ensureCluster(place, binaries)
  const settings = { ...(await listening(place)), cluster_name: place.name, fsync: 'off' }
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const launched = launch(place, binaries, words, undefined)
  for (;;) {
    const file = readPostmasterFile(place.cluster)
    if (launched.hasEnded()) throw new Error(`PostgreSQL ${version}: ${launched.failure()?.reason}`)
    if (file?.status === 'ready') {
      const connection = connectionTo(file, place, { user: 'postgres', database: 'postgres' })
      const stop = async () => {
        await stopServer(place, binaries, file.pid)
        rmSync(folder, { recursive: true, force: true })
      }
      return { connection, stop }
    }
    await delay(20)
  }
}

/** A new empty database in it. */
export async function newDatabase(
  { connection }: PlainPostgres,
  name: string,
): Promise<pg.PoolConfig> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return { ...connection, database: name }
}
