import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openPool } from '../../server/src/platform/db/database.ts'
import { migrate } from '../../server/src/platform/db/migrate.ts'
import { startEmbeddedPostgres } from '../../server/src/platform/embedded-postgres/launcher.ts'
import { writeSchema } from './schema-files/write.ts'

const types = 'server/src/platform/db/generated/schema.ts'

/** Writes server/schema and the table types from a scratch database on which every migration has run. */
export async function writeSchemaAndTypes(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ce-types-'))
  const server = await startEmbeddedPostgres({ dataDir: folder, settings: { fsync: 'off' } })
  try {
    const pool = openPool(server.connection)
    await migrate(pool, 'all')
    await writeSchema(pool)
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
  // The generator complains about TypeScript 7 but writes correct types.
  const { status, stderr } = spawnSync(process.execPath, [program], {
    cwd: 'server',
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: url },
  })
  if (status !== 0) throw new Error(`kysely-codegen failed\n${stderr}`)
  // The comments of columns are left out of the types, because server/schema shows them.
  writeFileSync(types, readFileSync(types, 'utf8').replaceAll(/ {2}\/\*\*\n(?: {3}\*.*\n)+/g, ''))
  console.log(`written: server/schema/, ${types}`)
}
