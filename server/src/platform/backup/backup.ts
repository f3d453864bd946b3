import { createHash } from 'node:crypto'
import { link, readdir, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { openPool } from '../db/database.ts'
import { listAppliedMigrations } from '../db/migrate.ts'
import { openServer, requireDatabase } from '../db/open.ts'
import type { Env } from '../env.ts'
import { errorCodeOf } from '../error-code.ts'
import { StartError } from '../errors.ts'
import { createContentHash } from '../files/content-hash.ts'
import { makeFolder, syncFolder, writeFileAtomically, writeNewFile } from '../files/durable.ts'
import { describeUnreadable, openUnclaimedFileStore } from '../files/open-store.ts'
import { createLocalFileStore, type FileStore, findSize, isInside, MissingContentError } from '../files/store.ts'
import {
  copyKeyFiles,
  fileListFile,
  filesFolder,
  findContent,
  type ListedFile,
  type Manifest,
  manifestFile,
  readFileList,
  readManifest,
  renderFileLine,
  sha256OfFile,
  tablePath,
  tablesFolder,
} from './manifest.ts'
import {
  columnList,
  copySettings,
  listOtherSchemas,
  listPartitionedTables,
  listPartitions,
  listSequences,
  listTables,
  quoteName,
  type TableColumns,
} from './snapshot.ts'

export interface BackupOptions {
  folder: string
  /** Where the keys are copied to; null leaves them out. */
  keysFolder: string | null
  /** An earlier backup, whose unchanged files are hard-linked instead of copied. */
  earlier: string | null
  log?: (line: string) => void
}

/** @throws StartError when a folder is unusable. @returns the manifest, and how many files have no intact content */
export async function writeBackup(env: Env, options: BackupOptions): Promise<{ manifest: Manifest; faulty: number }> {
  const folder = resolve(options.folder)
  const log = options.log ?? (() => {})
  requireDatabase(env)
  await requireEmptyFolder(folder)
  if (options.keysFolder) await requireKeysApart(options.keysFolder, folder, env.keysDir)
  if (options.earlier) await readManifest(options.earlier)
  const { files, ...database } = await backUpDatabase(env, folder, log)
  const faulty = await copyFiles({ env, folder, earlier: options.earlier, log })
  if (options.keysFolder) await copyKeyFiles(env.keysDir, resolve(options.keysFolder))
  const listSha256 = await sha256OfFile(join(folder, fileListFile))
  const manifest = { ...database, files: { ...files, listSha256 } }
  await syncFolder(folder)
  await writeFileAtomically(join(folder, manifestFile), `${JSON.stringify(manifest, null, 1)}\n`)
  return { manifest, faulty }
}

async function requireEmptyFolder(folder: string): Promise<void> {
  const there = await readdir(folder).catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return []
    throw new StartError(`${folder} cannot be used (${errorCodeOf(error)})`)
  })
  if (there.length > 0) throw new StartError(`${folder} is not empty: each backup needs a folder of its own`)
}

/** Whoever gets a copy of the backup must not get the keys with it. */
async function requireKeysApart(keys: string, folder: string, keysDir: string): Promise<void> {
  const [keysFolder, backup, own] = await Promise.all([keys, folder, keysDir].map(findRealPath))
  const holds = (one = '', other = '') => one === other || isInside(other, one)
  if (holds(backup, keysFolder) || holds(keysFolder, backup))
    throw new StartError(`--keys ${keys} must be apart from ${folder}: keep keys and data in different places`)
  if (holds(own, keysFolder)) throw new StartError(`--keys ${keys} is inside KEYS_DIR`)
  await requireEmptyFolder(keys)
}

/** The path without links, also of a folder that is yet to be made. */
async function findRealPath(path: string): Promise<string> {
  const whole = resolve(path)
  return realpath(whole).catch(async () => join(await findRealPath(dirname(whole)), basename(whole)))
}

async function backUpDatabase(env: Env, folder: string, log: Log) {
  const server = await openServer(env)
  const pool = openPool(server.direct, 1)
  try {
    const client = await pool.connect()
    try {
      return await backUpSnapshot(client, folder, log)
    } finally {
      client.release(true)
    }
  } finally {
    await pool.end()
    await server.close()
  }
}

type Log = (line: string) => void

/** Ends before files are copied: a snapshot of hours would keep VACUUM from its work, and make migrations wait. */
async function backUpSnapshot(client: pg.PoolClient, folder: string, log: Log) {
  const partitioned = await listPartitionedTables(client)
  await client.query('begin isolation level repeatable read, read only')
  // Before the snapshot: removing the rows of a sealed month waits for the backup, which could not see them otherwise.
  if (partitioned.length > 0)
    await client.query(`lock table ${partitioned.map(quoteName).join(', ')} in access share mode`)
  await client.query(copySettings)
  const migrations = await listAppliedMigrations(client, 'the database')
  // A database that cannot be read leaves no folder behind.
  await makeFolder(join(folder, tablesFolder), 0o700)
  await makeFolder(join(folder, filesFolder), 0o700)
  const about = await client.query<{ version: string; at: Date }>(
    `select current_setting('server_version') as version, now() as at`,
  )
  const { version = '', at = new Date() } = about.rows[0] ?? {}
  for (const name of await listOtherSchemas(client)) log(`schema ${name} is not in the backup`)
  const keys = await client.query<Manifest['keys'][number]>(
    `select kind, key_id as "keyId" from used_key where lost_at is null order by kind, key_id`,
  )
  const tables: Manifest['tables'] = []
  for (const table of await listTables(client)) {
    tables.push({ ...table, ...(await copyTable(client, folder, table)) })
    log(`table ${table.name}: ${tables.at(-1)?.rows} rows`)
  }
  await syncFolder(join(folder, tablesFolder))
  const partitions = await listPartitions(client)
  // Sequences belong to no snapshot. They are read after the tables, so they are never behind them.
  const sequences: Manifest['sequences'] = []
  for (const name of await listSequences(client)) {
    const { rows } = await client.query<{ last: string; isCalled: boolean }>(
      `select last_value::text as last, is_called as "isCalled" from ${quoteName(name)}`,
    )
    for (const row of rows) sequences.push({ name, ...row })
  }
  const files = await listFiles(client, folder)
  await client.query('commit')
  return {
    format: 1 as const,
    madeAt: at.toISOString(),
    postgres: version,
    migrations: migrations.map(({ name, checksum }) => ({ name, checksum })),
    tables,
    partitions,
    sequences,
    files,
    keys: keys.rows,
  }
}

async function copyTable(
  client: pg.PoolClient,
  folder: string,
  { name, columns }: TableColumns,
): Promise<{ rows: number; sha256: string }> {
  const rows = client.query(copyTo(`copy (select ${columnList(columns)} from ${quoteName(name)}) to stdout`))
  const compressed = createZstdCompress()
  const hash = createHash('sha256')
  async function* hashed() {
    for await (const piece of compressed) {
      hash.update(piece)
      yield piece
    }
  }
  await Promise.all([pipeline(rows, compressed), writeNewFile(tablePath(folder, name), hashed())])
  return { rows: rows.rowCount ?? 0, sha256: hash.digest('hex') }
}

const filesPerQuery = 1000

/** Lists what the snapshot names, except for files whose deletion is due. */
async function listFiles(client: pg.PoolClient, folder: string): Promise<{ count: number; bytes: number }> {
  await client.query(`
    declare stored no scroll cursor for
    select storage_key as key, size::float8 as size, encode(sha256, 'hex') as sha256,
      (to_jsonb(file) ->> 'hash_part_bytes')::int as "hashPartBytes" from file
    where deleted_at is null and coalesce(delete_due_at > (select app_now()), true)`)
  const totals = { count: 0, bytes: 0 }
  async function* lines() {
    for (;;) {
      const { rows } = await client.query<ListedFile & { size: number }>(`fetch ${filesPerQuery} from stored`)
      if (rows.length === 0) return
      totals.count += rows.length
      for (const { size } of rows) totals.bytes += size
      yield Buffer.from(rows.map(renderFileLine).join(''))
    }
  }
  await writeNewFile(join(folder, fileListFile), lines())
  return totals
}

interface Copying {
  env: Env
  folder: string
  earlier: string | null
  log: Log
}

/** A damaged, missing or unreadable file stays in the list, so that a restore reports it. @returns how many there are */
async function copyFiles({ env, folder, earlier, log }: Copying): Promise<number> {
  const source = await openUnclaimedFileStore(env)
  const target = createLocalFileStore(join(folder, filesFolder))
  const linkedIn = new Set<string>()
  let count = 0
  let faulty = 0
  for await (const file of readFileList(folder)) {
    const { size, unreadable } = await lookAt(source, file.key)
    const linked = earlier && !unreadable && (await linkFile(earlier, folder, file.key, size))
    if (linked) linkedIn.add(linked)
    const problem = linked
      ? null
      : size === null
        ? (unreadable ?? 'its content is missing')
        : await copyFile(source, target, file, size)
    if (problem) {
      log(`file ${file.key}: ${problem}; npm run verify says which one it is`)
      faulty += 1
      // The copy of the earlier backup may be the last good one.
      const kept = earlier && (await linkFile(earlier, folder, file.key, null))
      if (kept) linkedIn.add(kept)
    }
    count += 1
    if (count % 10_000 === 0) log(`${count} files`)
  }
  for (const place of linkedIn) await syncFolder(place)
  return faulty
}

async function lookAt(source: FileStore, key: string): Promise<{ size: number | null; unreadable?: string }> {
  try {
    return { size: await findSize(source, key) }
  } catch (error) {
    return { size: null, unreadable: await describeUnreadable(source, error) }
  }
}

/**
 * The content of a storage key never changes, so the copy of an earlier backup is the same, and also replaces a content
 * that the store has lost. @returns the folder of the new link
 */
async function linkFile(earlier: string, folder: string, key: string, size: number | null): Promise<string | null> {
  const known = await findContent(earlier, key)
  if (!known || known.size !== (size ?? known.size)) return null
  const to = join(folder, filesFolder, key)
  await makeFolder(dirname(to), 0o700)
  return link(known.path, to).then(
    () => dirname(to),
    // For example on another file system.
    () => null,
  )
}

/** @returns what is wrong; a copy of damaged content is removed again */
async function copyFile(
  source: FileStore,
  target: FileStore,
  { key, sha256, hashPartBytes }: ListedFile,
  size: number,
): Promise<string | null> {
  const hash = createContentHash(hashPartBytes)
  let unread: unknown
  async function* content() {
    try {
      for await (const piece of source.read(key, { start: 0, end: size - 1 })) {
        hash.update(piece)
        yield piece
      }
    } catch (error) {
      unread = error
      throw error
    }
  }
  try {
    await target.put(key, content())
  } catch (error) {
    // All else is a fault of the backup's own disk.
    if (error !== unread) throw error
    if (error instanceof MissingContentError || errorCodeOf(error) === 'ENOENT') return 'its content is missing'
    return describeUnreadable(source, error)
  }
  if (hash.digest().toString('hex') === sha256) return null
  await target.remove(key)
  return 'its content is not what was stored, and was left out'
}
