import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { openPool } from '../db/database.ts'
import { listMigrationFiles, migrate } from '../db/migrate.ts'
import { answerMonths, beginMonth, heartbeatMonths } from '../db/months.ts'
import { inTurn } from '../db/one-at-a-time.ts'
import { openServer } from '../db/open.ts'
import type { Env } from '../env.ts'
import { errorCodeOf } from '../error-code.ts'
import { StartError, withoutValues } from '../errors.ts'
import { listNames } from '../files/durable.ts'
import { openUnclaimedFileStore } from '../files/open-store.ts'
import { createLocalFileStore, findSize } from '../files/store.ts'
import { openKeys } from '../keys.ts'
import {
  copyKeyFiles,
  fileListFile,
  filesFolder,
  findContent,
  type Manifest,
  readFileList,
  readManifest,
  sha256OfFile,
  tablePath,
} from './manifest.ts'
import { columnList, copySettings, listPartitions, listSequences, listTables, quoteName } from './snapshot.ts'

export interface RestoreOptions {
  folder: string
  /** A copy of the keys; null when KEYS_DIR has them already. */
  keysFolder: string | null
  log?: (line: string) => void
}

/**
 * The database is restored last, so that an interrupted restore can be repeated.
 * @throws StartError when the database is not empty, or the backup is damaged or of a newer version.
 */
export async function restoreBackup(env: Env, { folder, keysFolder, log = () => {} }: RestoreOptions): Promise<void> {
  const manifest = await readManifest(folder)
  await requireKnownMigrations(manifest)
  if ((await sha256OfFile(join(folder, fileListFile)).catch(() => null)) !== manifest.files.listSha256)
    throw new StartError(`${join(folder, fileListFile)} was changed or damaged after the backup`)
  const server = await openServer(env)
  const pool = openPool(server.direct, 4)
  try {
    // Before hours of work; the restoring transaction asks again.
    const client = await pool.connect()
    await requireEmptyDatabase(client, manifest).finally(() => client.release())
    if (keysFolder) await putKeys(keysFolder, env.keysDir)
    if (manifest.keys.length > 0) await openKeys(env.keysDir, manifest.keys)
    await restoreFiles(folder, env, log)
    await restoreDatabase(pool, folder, manifest, log)
  } finally {
    await pool.end()
    await server.close()
  }
}

async function requireKnownMigrations({ migrations }: Manifest): Promise<void> {
  const known = new Map((await listMigrationFiles()).map(({ name, checksum }) => [name, checksum]))
  const foreign = migrations.filter(({ name, checksum }) => known.get(name) !== checksum)
  if (foreign.length > 0)
    throw new StartError(
      `the backup is of a newer version than this program (it has ${foreign.map(({ name }) => name).join(', ')}): restore it with that version`,
    )
}

/** Tables that the migrations fill. All others must have no row. */
const filledByMigrations = ['migration', 'app_clock', 'file_check', 'role', 'role_permission']

async function requireEmptyDatabase(client: pg.PoolClient, { migrations }: Manifest): Promise<void> {
  const tables = (await listTables(client)).map(({ name }) => name)
  for (const name of tables) {
    if (filledByMigrations.includes(name)) continue
    const { rows } = await client.query<{ used: boolean }>(`select exists (select from ${quoteName(name)}) as used`)
    if (rows[0]?.used)
      throw new StartError(`the database is not empty (table ${name} has rows): restore only into an empty database`)
  }
  if (!tables.includes('migration')) return
  const { rowCount } = await client.query('select from migration where name <> all ($1)', [
    migrations.map(({ name }) => name),
  ])
  if (rowCount) throw new StartError('the empty database has another schema than the backup: make a new empty database')
}

/** A restore that is repeated finds the keys in place. @throws StartError when KEYS_DIR holds others. */
async function putKeys(keysFolder: string, keysDir: string): Promise<void> {
  const there = await listNames(keysDir)
  if (there.length > 0) {
    if ((await listNames(keysFolder)).every((name) => there.includes(name))) return
    throw new StartError(`KEYS_DIR ${keysDir} has other keys already: restore without --keys, or empty the folder`)
  }
  await copyKeyFiles(keysFolder, keysDir)
}

/** Files that an interrupted restore has already put back are not copied again; verify compares all contents. */
async function restoreFiles(folder: string, env: Env, log: (line: string) => void): Promise<void> {
  const source = createLocalFileStore(join(folder, filesFolder))
  const target = await openUnclaimedFileStore(env)
  let count = 0
  let missing = 0
  for await (const { key } of readFileList(folder)) {
    const size = (await findContent(folder, key))?.size ?? null
    if (size === null) missing += 1
    else if ((await findSize(target, key)) !== size)
      await target.put(key, source.read(key, { start: 0, end: size - 1 }))
    count += 1
    if (count % 10_000 === 0) log(`${count} files`)
  }
  log(`${count} files, ${missing} of them missing in the backup`)
}

/**
 * Runs the migrations that the backup had, fills the tables in one transaction, then runs the newer migrations. An
 * interruption leaves tables without rows, which a second restore accepts.
 */
async function restoreDatabase(
  pool: pg.Pool,
  folder: string,
  manifest: Manifest,
  log: (line: string) => void,
): Promise<void> {
  const known = await listMigrationFiles()
  const had = new Set(manifest.migrations.map(({ name }) => name))
  // Exactly these, because a newer version may have added one with a lower number.
  await migrate(
    pool,
    undefined,
    undefined,
    had.size < known.length ? known.filter(({ name }) => had.has(name)) : undefined,
  )
  const client = await pool.connect()
  try {
    await inTurn(client, 'migrate', async () => {
      await client.query(copySettings)
      await lockTables(client)
      await requireEmptyDatabase(client, manifest)
      await makePartitions(client, manifest)
      await fillTables(client, folder, manifest, log)
      await setSequences(client, manifest)
      // The backup has no parts of unfinished uploads, so they cannot go on.
      await client.query(`update upload set state = 'ABANDONED' where state = 'OPEN'`)
    })
  } finally {
    client.release(true)
  }
  await migrate(pool)
  for (const monthly of [heartbeatMonths, answerMonths]) await beginMonth(pool, monthly)
  await pool.query('analyze')
}

/** From here on nobody can write, such as a portal that starts meanwhile. */
async function lockTables(client: pg.PoolClient): Promise<void> {
  const names = (await listTables(client)).map(({ name }) => quoteName(name))
  await client.query(`set local lock_timeout = '10s'; lock table ${names.join(', ')}`).catch((error: unknown) => {
    // Error code lock_not_available.
    if (errorCodeOf(error) !== '55P03') throw error
    throw new StartError('another session uses the database: stop the portal, and restore again')
  })
}

async function makePartitions(client: pg.PoolClient, { partitions }: Manifest): Promise<void> {
  const known = new Set((await listPartitions(client)).map(({ name }) => name))
  for (const { name, table, values } of partitions)
    if (!known.has(name))
      await client.query(`create table ${quoteName(name)} partition of ${quoteName(table)} ${values}`)
}

/**
 * Foreign keys are dropped and added again, which checks all rows at once and needs no superuser. Triggers are off,
 * because the rows were made by them; columns that the database generates are computed again.
 */
async function fillTables(
  client: pg.PoolClient,
  folder: string,
  { tables, migrations }: Manifest,
  log: (line: string) => void,
): Promise<void> {
  const here = await listTables(client)
  const given = new Map(tables.map((table) => [table.name, table]))
  const missing = here.filter(({ name }) => !given.has(name)).map(({ name }) => name)
  if (missing.length > 0 || here.length < tables.length)
    throw new StartError(`the tables of the backup are not those of its ${migrations.length} migrations`)
  const keys = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by 1, 2`)
  for (const { table, name } of keys.rows) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of here) {
    await client.query(`alter table ${quoteName(name)} disable trigger user`)
    // The rows that migrations insert are part of the backup.
    await client.query(`delete from ${quoteName(name)}`)
  }
  for (const table of tables) {
    await fillTable(client, folder, table)
    log(`table ${table.name}: ${table.rows} rows`)
  }
  for (const { table, name, definition } of keys.rows)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`).catch((error: Error) => {
      throw new StartError(`the rows of ${table} name rows that the backup lacks: ${withoutValues(error)}`)
    })
  for (const { name } of here) await client.query(`alter table ${quoteName(name)} enable trigger user`)
}

async function fillTable(client: pg.PoolClient, folder: string, table: Manifest['tables'][number]): Promise<void> {
  const { name, columns, rows, sha256 } = table
  const path = tablePath(folder, name)
  const hash = createHash('sha256')
  async function* read() {
    for await (const piece of createReadStream(path)) {
      hash.update(piece)
      yield piece
    }
  }
  const sink = client.query(copyFrom(`copy ${quoteName(name)} (${columnList(columns)}) from stdin`))
  await pipeline(read, createZstdDecompress(), sink).catch((error: Error) => {
    throw new StartError(`${path} cannot be restored: ${errorCodeOf(error) ?? ''} ${withoutValues(error)}`)
  })
  if (hash.digest('hex') !== sha256 || sink.rowCount !== rows)
    throw new StartError(`${path} was changed or damaged after the backup: take another backup`)
}

async function setSequences(client: pg.PoolClient, { sequences }: Manifest): Promise<void> {
  const known = new Set(await listSequences(client))
  for (const { name, last, isCalled } of sequences) {
    if (!known.has(name)) throw new StartError(`the sequence ${name} of the backup is unknown to its migrations`)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [quoteName(name), last, isCalled])
  }
}
