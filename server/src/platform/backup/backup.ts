import { createHash } from 'node:crypto'
import { cp, link, readdir, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { openPool } from '../db/database.ts'
import { openServer, requireDatabase } from '../db/open.ts'
import type { Env } from '../env.ts'
import { errorCodeOf } from '../error-code.ts'
import { StartError } from '../errors.ts'
import { makeFolder, syncFolder, writeFileAtomically, writeNewFile } from '../files/durable.ts'
import { openUnclaimedFileStore } from '../files/open-store.ts'
import { createLocalFileStore, type FileStore, MissingContentError } from '../files/store.ts'
import {
  fileListFile,
  filesFolder,
  type Manifest,
  manifestFile,
  readManifest,
  sha256OfFile,
  tablePath,
  tablesFolder,
} from './manifest.ts'
import { columnList, copySettings, listSequences, listTables, quoteName, type TableColumns } from './snapshot.ts'

export interface BackupOptions {
  folder: string
  /** Where the keys are copied to; null leaves them out. */
  keysFolder: string | null
  /** An earlier backup, whose unchanged files are hard-linked instead of copied. */
  earlier: string | null
  log?: (line: string) => void
}

/** @throws StartError when a folder is unusable or files of the portal are damaged. */
export async function writeBackup(env: Env, options: BackupOptions): Promise<Manifest> {
  const folder = resolve(options.folder)
  const log = options.log ?? (() => {})
  requireDatabase(env)
  await requireEmptyFolder(folder)
  if (options.keysFolder) await requireKeysApart(resolve(options.keysFolder), folder, env.keysDir)
  if (options.earlier) await readManifest(options.earlier)
  await makeFolder(join(folder, tablesFolder), 0o700)
  await makeFolder(join(folder, filesFolder), 0o700)
  const server = await openServer(env)
  const pool = openPool(server.direct, 1)
  try {
    const client = await pool.connect()
    try {
      const contents = await backUpSnapshot(client, { folder, env, log, earlier: options.earlier })
      if (options.keysFolder) await copyKeys(env.keysDir, resolve(options.keysFolder))
      await syncFolder(folder)
      await writeFileAtomically(join(folder, manifestFile), `${JSON.stringify(contents, null, 1)}\n`)
      return contents
    } finally {
      client.release(true)
    }
  } finally {
    await pool.end()
    await server.close()
  }
}

async function requireEmptyFolder(folder: string): Promise<void> {
  const there = await readdir(folder).catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return []
    throw new StartError(`${folder} cannot be used (${errorCodeOf(error)})`)
  })
  if (there.length > 0) throw new StartError(`${folder} is not empty: each backup needs a folder of its own`)
}

/** Whoever gets a copy of the backup must not get the keys with it. */
async function requireKeysApart(keysFolder: string, folder: string, keysDir: string): Promise<void> {
  const inside = (one: string, other: string) => !relative(other, one).startsWith('..') || one === other
  if (inside(keysFolder, folder) || inside(folder, keysFolder))
    throw new StartError(`--keys ${keysFolder} must be apart from ${folder}: keep keys and data in different places`)
  if (inside(keysFolder, resolve(keysDir))) throw new StartError(`--keys ${keysFolder} is inside KEYS_DIR`)
  await requireEmptyFolder(keysFolder)
}

async function copyKeys(keysDir: string, keysFolder: string): Promise<void> {
  await makeFolder(keysFolder, 0o700)
  await cp(keysDir, keysFolder, { recursive: true })
  // The same call syncs files and folders.
  for (const name of await readdir(keysFolder, { recursive: true })) await syncFolder(join(keysFolder, name))
  await syncFolder(keysFolder)
}

interface Work {
  folder: string
  env: Env
  earlier: string | null
  log: (line: string) => void
}

/** Reads all tables in one snapshot; files are copied while it is open, so that they belong to it. */
async function backUpSnapshot(client: pg.PoolClient, { folder, env, log, earlier }: Work): Promise<Manifest> {
  await client.query('begin isolation level repeatable read, read only')
  await client.query(copySettings)
  const about = await client.query<{ version: string; at: Date }>(
    `select current_setting('server_version') as version, now() as at`,
  )
  const { version = '', at = new Date() } = about.rows[0] ?? {}
  const migrations = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migration order by name',
  )
  const keys = await client.query<Manifest['keys'][number]>(
    `select kind, key_id as "keyId" from used_key where lost_at is null order by kind, key_id`,
  )
  const tables: Manifest['tables'] = []
  for (const table of await listTables(client)) {
    tables.push({ ...table, ...(await copyTable(client, folder, table)) })
    log(`table ${table.name}: ${tables.at(-1)?.rows} rows`)
  }
  await syncFolder(join(folder, tablesFolder))
  // Sequences belong to no snapshot. They are read after the tables, so they are never behind them.
  const sequences: Manifest['sequences'] = []
  for (const name of await listSequences(client)) {
    const { rows } = await client.query<{ last: string; isCalled: boolean }>(
      `select last_value::text as last, is_called as "isCalled" from ${quoteName(name)}`,
    )
    for (const row of rows) sequences.push({ name, ...row })
  }
  const files = await copyFiles(client, { folder, env, log, earlier })
  await client.query('commit')
  return {
    format: 1,
    madeAt: at.toISOString(),
    postgres: version,
    migrations: migrations.rows,
    tables,
    sequences,
    files,
    keys: keys.rows,
  }
}

async function copyTable(
  client: pg.PoolClient,
  folder: string,
  { name, columns }: TableColumns,
): Promise<{ rows: number; bytes: number; sha256: string }> {
  const rows = client.query(copyTo(`copy (select ${columnList(columns)} from ${quoteName(name)}) to stdout`))
  const compressed = createZstdCompress()
  const hash = createHash('sha256')
  let bytes = 0
  async function* counted() {
    for await (const piece of compressed) {
      hash.update(piece)
      bytes += piece.length
      yield piece
    }
  }
  await Promise.all([pipeline(rows, compressed), writeNewFile(tablePath(folder, name), counted())])
  return { rows: rows.rowCount ?? 0, bytes, sha256: hash.digest('hex') }
}

interface StoredFile {
  key: string
  size: number
  sha256: string
}

const filesPerQuery = 1000

/** Lists what the snapshot names, except for files whose deletion is due. */
async function* listStoredFiles(client: pg.PoolClient): AsyncGenerator<StoredFile> {
  await client.query(`
    declare stored no scroll cursor for
    select storage_key as key, size::float8 as size, encode(sha256, 'hex') as sha256 from file
    where deleted_at is null and coalesce(delete_due_at > (select app_now()), true)`)
  for (;;) {
    const { rows } = await client.query<StoredFile>(`fetch ${filesPerQuery} from stored`)
    if (rows.length === 0) return
    yield* rows
  }
}

/** A damaged file is listed with the hash that it should have, so that a restore reports it. */
async function copyFiles(client: pg.PoolClient, { folder, env, log, earlier }: Work): Promise<Manifest['files']> {
  const source = await openUnclaimedFileStore(env)
  const target = createLocalFileStore(join(folder, filesFolder))
  const totals = { count: 0, bytes: 0 }
  async function* lines() {
    for await (const file of listStoredFiles(client)) {
      const problem = (await linkFile(earlier, folder, file)) ? null : await copyFile(source, target, file)
      if (problem) log(`file ${file.key}: ${problem}; npm run verify says which one it is`)
      totals.count += 1
      totals.bytes += file.size
      if (totals.count % 10_000 === 0) log(`${totals.count} files`)
      yield Buffer.from(`${file.sha256}  ${file.key}\n`)
    }
  }
  const list = join(folder, fileListFile)
  await writeNewFile(list, lines())
  return { ...totals, listSha256: await sha256OfFile(list) }
}

/** The content of a storage key never changes, so the copy of an earlier backup is the same. */
async function linkFile(earlier: string | null, folder: string, { key, size }: StoredFile): Promise<boolean> {
  if (earlier === null) return false
  const from = placeOf(earlier, key)
  const known = await stat(from).catch(() => null)
  if (known?.size !== size) return false
  const to = placeOf(folder, key)
  await makeFolder(dirname(to), 0o700)
  return link(from, to).then(
    () => true,
    // For example on another file system.
    () => false,
  )
}

function placeOf(folder: string, key: string): string {
  const root = resolve(folder, filesFolder)
  const path = resolve(root, key)
  if (!path.startsWith(root + sep)) throw new Error('a storage key leads out of the folder of files')
  return path
}

async function copyFile(source: FileStore, target: FileStore, file: StoredFile): Promise<string | null> {
  const { key, size, sha256 } = file
  const hash = createHash('sha256')
  async function* content() {
    if (size === 0) return
    for await (const piece of source.read(key, { start: 0, end: size - 1 })) {
      hash.update(piece)
      yield piece
    }
  }
  try {
    if ((await source.size(key)) !== size) return 'its length is wrong'
    await target.put(key, content())
  } catch (error) {
    if (error instanceof MissingContentError || errorCodeOf(error) === 'ENOENT') return 'its content is missing'
    throw error
  }
  return hash.digest('hex') === sha256 ? null : 'its content is not what was stored'
}
