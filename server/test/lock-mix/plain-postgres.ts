import { chmodSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { findPostgresBinaries, findPostgresPackage } from '../../src/platform/embedded-postgres/binaries.ts'
import { ensureCluster } from '../../src/platform/embedded-postgres/cluster.ts'
import { launchServer } from '../../src/platform/embedded-postgres/launch.ts'
import { stopServer } from '../../src/platform/embedded-postgres/launcher.ts'
import { resolveServerLocation } from '../../src/platform/embedded-postgres/place.ts'
import { readPostmasterFile } from '../../src/platform/embedded-postgres/postmaster-file.ts'
import { buildListenSettings, readServerConnection } from '../../src/platform/embedded-postgres/transport.ts'

/** The oldest and newest supported versions in docs/operations/upgrade.md, by package prefix. */
const packagesOf = { 15: 'postgres-15-', 18: '@embedded-postgres/' } as const
export type TestedVersion = keyof typeof packagesOf

export interface PlainPostgres {
  connection: pg.PoolConfig
  stop(): Promise<void>
}

/** Only address and fsync differ from PostgreSQL's default settings. */
export async function startPlainPostgres(version: TestedVersion): Promise<PlainPostgres> {
  const folder = await mkdtemp(join(tmpdir(), `ce-plain-${version}-`))
  // If root runs the test, PostgreSQL runs as nobody, who must be able to reach the folder.
  chmodSync(folder, 0o755)
  const place = resolveServerLocation(folder)
  const source = findPostgresPackage(`${process.platform}-${process.arch}`, packagesOf[version])
  const binaries = await findPostgresBinaries(place.identity, source)
  await ensureCluster(place, binaries)
  const settings = { ...(await buildListenSettings(place)), cluster_name: place.name, fsync: 'off' }
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const launched = launchServer(place, binaries, words, undefined)
  for (;;) {
    const file = readPostmasterFile(place.cluster)
    if (launched.hasEnded()) throw new Error(`PostgreSQL ${version}: ${launched.failure()?.reason}`)
    if (file?.status === 'ready') {
      const connection = readServerConnection(file, place, { user: 'postgres', database: 'postgres' })
      const stop = async () => {
        await stopServer(place, binaries, file.pid)
        rmSync(folder, { recursive: true, force: true })
      }
      return { connection, stop }
    }
    await delay(20)
  }
}

export async function createDatabase({ connection }: PlainPostgres, name: string): Promise<pg.PoolConfig> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return { ...connection, database: name }
}
