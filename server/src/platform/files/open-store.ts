import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { deploymentMarker, findDeployment } from '../deployment.ts'
import type { Env } from '../env.ts'
import { errorCodeOf } from '../error-code.ts'
import { StartError } from '../errors.ts'
import { logWarning } from '../observability/log.ts'
import { createMovingFileStore, type MovingStores } from './moving-store.ts'
import { createS3FileStore } from './s3-store.ts'
import {
  createLocalFileStore,
  type FileStore,
  filesFolderOf,
  findSize,
  isStoreAway,
  StoreUnavailableError,
} from './store.ts'

type Place = Pick<Env, 'fileStore' | 'dataDir'> & Partial<Pick<Env, 'production'>>

interface OpenedStore {
  files: FileStore
  /** Where it is, and the variable that says so. */
  variable: string
  address: string
}

/** @throws StartError when a store refuses us or belongs to another database. */
export async function openFileStore(env: Place, db: Db): Promise<FileStore> {
  const { to, from } = await openStores(env)
  for (const store of from ? [to, from] : [to]) await claim(store, db, env.production === true)
  return joinStores(to, from)
}

/** For a backup or a restore, which reads or fills the files before the portal starts. */
export async function openUnclaimedFileStore(env: Place): Promise<FileStore> {
  const { to, from } = await openStores(env)
  return joinStores(to, from)
}

function joinStores(to: OpenedStore, from: OpenedStore | null): FileStore {
  return from ? createMovingFileStore({ to: to.files, from: from.files }) : to.files
}

/** @returns null when contents do not move */
export async function openMovingStores(env: Place): Promise<MovingStores | null> {
  const { to, from } = await openStores(env)
  return from && { to: to.files, from: from.files }
}

async function openStores({ fileStore, dataDir }: Place): Promise<{ to: OpenedStore; from: OpenedStore | null }> {
  const address = filesFolderOf(dataDir)
  const folder = { files: createLocalFileStore(address), variable: 'DATA_DIR', address }
  if (!fileStore) return { to: folder, from: null }
  const { endpoint, bucket, prefix, movesTo } = fileStore
  const outside = {
    files: createS3FileStore(fileStore),
    variable: 'FILES_URL',
    address: `s3://${bucket}/${prefix} at ${endpoint}`,
  }
  if (movesTo === 'folder') return { to: folder, from: outside }
  return { to: outside, from: movesTo && folder }
}

/**
 * A portal that has used this store starts without it, because exams, hours and proofs need no files. A store that was
 * never used may be a mistake in a variable.
 */
async function claim(store: OpenedStore, db: Db, production: boolean): Promise<void> {
  const { id, stores } = await findDeployment(db)
  try {
    await adoptStore(store, { id, isKnown: stores.includes(store.address) })
    if (production && (await store.files.isReadByAnybody?.(deploymentMarker)))
      throw new StartError(`production refuses ${store.variable}: anybody may read ${store.address}: make it private`)
    if (!stores.includes(store.address)) await addStore(db, store.address)
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error
    if (!stores.includes(store.address) || error.isRefusal)
      throw new StartError(`${store.variable}: ${store.address}: ${error.message}`)
    logWarning(`files: ${error.message}; the portal starts without its files`)
  }
}

/**
 * Refuses to go on before contents are deleted, because a portal may have started while its store was away.
 * @throws Error when the store does not name this database.
 */
export async function requireOwnStore({ files, db }: { files: FileStore; db: Db }): Promise<void> {
  const { id } = await findDeployment(db)
  for (const store of files.joins ?? [files])
    if ((await readMarker(store)) !== id) throw new Error('the store of files does not name this database')
}

/** @returns what is wrong with one content @throws Error when the store gives none at all */
export async function describeUnreadable(files: FileStore, error: unknown): Promise<string> {
  if (isStoreAway(error)) throw error
  if (!(error instanceof StoreUnavailableError))
    return `its content cannot be read (${errorCodeOf(error) ?? 'unknown error'})`
  // A store that does not accept our key refuses the marker too.
  for (const store of files.joins ?? [files]) await findSize(store, deploymentMarker)
  return `its content cannot be read (${error.message})`
}

/** No content has the name of the marker: those begin with a folder. @throws StartError when it is of another database. */
async function adoptStore(
  { files, variable, address }: OpenedStore,
  { id, isKnown }: { id: string; isKnown: boolean },
): Promise<void> {
  const owner = await readMarker(files)
  if (owner === id) return
  if (owner !== null)
    throw new StartError(
      `${variable}: ${address} holds the files of another database (${owner}; this one is ${id}): docs/operations/files.md`,
    )
  if (isKnown)
    logWarning(`files: ${address} has lost its ${deploymentMarker}, which is written again: are its files still there?`)
  await files.put(deploymentMarker, Buffer.from(`${id}\n`))
}

async function readMarker(files: FileStore): Promise<string | null> {
  const size = await findSize(files, deploymentMarker)
  if (size === null) return null
  const pieces: Buffer[] = []
  for await (const piece of files.read(deploymentMarker, { start: 0, end: Math.min(size, 100) - 1 })) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8').trim()
}

async function addStore(db: Db, address: string): Promise<void> {
  await sql`update deployment set stores = stores || ${address}::text where not stores @> array[${address}::text]`.execute(
    db,
  )
}
