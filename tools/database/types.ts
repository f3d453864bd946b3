import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openPool } from '../../server/src/platform/db/database.ts'
import { migrate } from '../../server/src/platform/db/migrate.ts'
import { startEmbeddedPostgres } from '../../server/src/platform/embedded-postgres/launcher.ts'

/** Writes the table types from a scratch database with every migration applied. */
export async function writeTypes(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ce-types-'))
  const server = await startEmbeddedPostgres({ dataDir: folder, settings: { fsync: 'off' } })
  try {
    const pool = openPool(server.connection)
    await migrate(pool)
    await pool.end()
    const { user, database, host, port } = server.connection
    runCodegen(`postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`)
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function runCodegen(url: string): void {
  const program = resolve('node_modules/kysely-codegen/dist/cli/bin.js')
  // it parses our literal types with a TypeScript API that version 7 lacks, says so at length, and
  // then writes them down as they stand, which is what we want: only a failure is worth showing
  const { status, stderr } = spawnSync(process.execPath, [program], {
    cwd: 'server',
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: url },
  })
  if (status !== 0) throw new Error(`kysely-codegen failed\n${stderr}`)
  console.log('written: server/src/platform/db/generated/schema.ts')
}
