import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { cp, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { errorCodeOf } from '../error-code.ts'
import { StartError } from '../errors.ts'
import { makeFolder, syncFolder } from '../files/durable.ts'
import { isInside } from '../files/store.ts'

/** The last file that a backup writes: a folder without it is no backup. */
export const manifestFile = 'manifest.json'
export const tablesFolder = 'database'
export const filesFolder = 'files'
/** A line for each file in the format of `sha256sum -c`, below `files`. */
export const fileListFile = 'files.sha256'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const tableName = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)

const manifestShape = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** `server_version` of the database; the content can be restored on any supported version. */
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(z.object({ name: tableName, columns: z.array(z.string()).min(1), rows: z.int().min(0), sha256 })),
  /** Backups of versions without partitions have no list. */
  partitions: z
    .array(
      z.object({
        name: tableName,
        table: tableName,
        values: z.string().regex(/^FOR VALUES FROM \((?:MINVALUE|'\d+')\) TO \('\d+'\)$/),
      }),
    )
    .default([]),
  sequences: z.array(z.object({ name: tableName, last: z.string().regex(/^-?\d+$/), isCalled: z.boolean() })),
  files: z.object({ count: z.int().min(0), bytes: z.number().min(0), listSha256: sha256 }),
  /** Ids of the keys that the database needs; they are hashes. */
  keys: z.array(z.object({ kind: z.enum(['PROOF', 'MAC']), keyId: z.string() })),
})

export type Manifest = z.output<typeof manifestShape>

/** @throws StartError when the folder is no complete backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch((error: unknown) => {
    const reason = errorCodeOf(error) === 'ENOENT' ? 'which is written last' : errorCodeOf(error)
    throw new StartError(`${folder} is no complete backup: it has no ${manifestFile} (${reason})`)
  })
  const parsed = manifestShape.safeParse(parseJson(text))
  if (!parsed.success)
    throw new StartError(
      `${join(folder, manifestFile)} cannot be read by this version: ${z.prettifyError(parsed.error).split('\n')[0]}`,
    )
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Compressed rows in PostgreSQL's text format of COPY. */
export function tablePath(folder: string, table: string): string {
  return join(folder, tablesFolder, `${table}.copy.zst`)
}

export interface ListedFile {
  key: string
  sha256: string
  /** Length of the parts over whose hashes `sha256` is the hash, for a film that was just sent to the store. */
  hashPartBytes: number | null
}

/** `sha256sum -c` skips a line with the hash of parts. */
export function renderFileLine({ key, sha256, hashPartBytes }: ListedFile): string {
  return `${sha256}${hashPartBytes === null ? '' : `/${hashPartBytes}`}  ${key}\n`
}

/** @throws StartError for a line that names no file of the backup. */
export async function* readFileList(folder: string): AsyncGenerator<ListedFile> {
  const input = createReadStream(join(folder, fileListFile))
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const [, sha256 = '', part, key = ''] = /^([0-9a-f]{64})(?:\/(\d+))? {2}(.+)$/.exec(line) ?? []
    if (!isInside(resolve('files', key), resolve('files')))
      throw new StartError(`${fileListFile} names no file: ${line}`)
    yield { key, sha256, hashPartBytes: part === undefined ? null : Number(part) }
  }
}

/** @returns null for a missing content, and for a link, which could lead to any file of this machine */
export async function findContent(folder: string, key: string): Promise<{ path: string; size: number } | null> {
  try {
    const path = resolve(await realpath(join(folder, filesFolder)), key)
    const found = (await realpath(path)) === path ? await stat(path) : null
    return found?.isFile() ? { path, size: found.size } : null
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCodeOf(error) ?? '')) return null
    throw error
  }
}

/** Copies a folder of keys so that it survives a power cut. */
export async function copyKeyFiles(from: string, to: string): Promise<void> {
  await makeFolder(to, 0o700)
  await cp(resolve(from), to, { recursive: true })
  // The same call syncs files and folders.
  for (const name of await readdir(to, { recursive: true })) await syncFolder(join(to, name))
  await syncFolder(to)
}

export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece)
  return hash.digest('hex')
}
