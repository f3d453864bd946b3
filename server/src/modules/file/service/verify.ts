import { forEachTogether } from '../../../platform/batches.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errorCodeOf } from '../../../platform/error-code.ts'
import { createContentHash } from '../../../platform/files/content-hash.ts'
import { describeUnreadable } from '../../../platform/files/open-store.ts'
import { type FileStore, findSize, MissingContentError } from '../../../platform/files/store.ts'
import type { IntegritySlice } from '../../../platform/integrity/rounds.ts'
import { continueForBudget } from '../../../platform/jobs/sweep.ts'
import { logFault, logWarning } from '../../../platform/observability/log.ts'
import {
  countMissingFiles,
  type FileToCheck,
  findFileCheckPosition,
  forgetMissingFiles,
  listFilesByKeys,
  listFilesToCheck,
  listMissingFileRows,
  listSampledFiles,
  recordMissingFiles,
  saveFileCheckPosition,
} from '../store/missing.ts'
import { bringBackContents } from './quarantine.ts'

type Verifying = Pick<Deps, 'db' | 'files'>

const batch = 2000
const together = 16
const roundHours = 6
/** The log names at most this many missing files and only counts the others. */
const mostLines = 10

const filesPerSlice = 200

/**
 * This job checks the next stored files and starts again six hours after the last file. Its place is stored after each
 * slice.
 */
export async function verifyNextFiles(deps: Verifying, stopping?: AbortSignal, most = batch): Promise<void> {
  const goesOn = continueForBudget(stopping)
  const check = await findFileCheckPosition(deps.db, roundHours)
  if (!check) return
  let after = check.afterId
  for (let checked = 0; checked < most && goesOn(); checked += filesPerSlice) {
    const files = await listFilesToCheck(deps.db, after, filesPerSlice)
    await verify(deps, files)
    after = files.length < filesPerSlice ? null : (files.at(-1)?.id ?? null)
    await saveFileCheckPosition(deps.db, after)
    if (after === null) return
  }
}

/** Bytes of contents in one slice, so that it takes seconds; a larger file has a slice of its own. */
const bytesPerSlice = 512 * 1024 * 1024

/** Compares the contents of the next files with the SHA-256 that was stored with them. */
export async function checkFileContents(
  { db, files }: Verifying,
  after: string | null,
  stopping?: AbortSignal,
): Promise<IntegritySlice> {
  const listed = await listFilesToCheck(db, after, filesPerSlice)
  let bytes = 0
  const part = listed.filter(({ size }, at) => {
    bytes += size
    return at === 0 || bytes <= bytesPerSlice
  })
  const found = await verify({ db, files }, part)
  for (const file of part) {
    if (found.some((one) => one.file === file)) continue
    const problem = await problemOfContent(files, file, stopping)
    if (problem) found.push({ file, problem })
  }
  const isLast = part.length === listed.length && listed.length < filesPerSlice
  return { checked: part.length, faults: await faultsOf(db, found), next: isLast ? null : (part.at(-1)?.id ?? null) }
}

/** Compares only the lengths of the contents, which takes minutes where reading them takes hours. */
export async function checkFileSizes({ db, files }: Verifying, after: string | null): Promise<IntegritySlice> {
  const listed = await listFilesToCheck(db, after, batch)
  const found = await verify({ db, files }, listed, () => {})
  return {
    checked: listed.length,
    faults: await faultsOf(db, found),
    next: listed.length < batch ? null : (listed.at(-1)?.id ?? null),
  }
}

interface FileProblem {
  file: FileToCheck
  problem: string
}

/** Leaves out files that were deleted meanwhile, because they have no content. */
async function faultsOf(db: Verifying['db'], found: readonly FileProblem[]): Promise<string[]> {
  if (found.length === 0) return []
  const rows = await listFilesByKeys(
    db,
    found.map(({ file }) => file.storageKey),
  )
  const there = new Set(rows.map(({ id }) => id))
  return found
    .filter(({ file }) => there.has(file.id))
    .map(({ file: { id, purpose, storageKey }, problem }) => `file ${id} (${purpose}, ${storageKey}): ${problem}`)
}

function lengthProblem(size: number, storedSize: number | null): string {
  return storedSize === null ? 'its content is missing' : `${storedSize} instead of ${size} bytes`
}

/** @param file one whose content has the right length @returns what is wrong with it */
export async function problemOfContent(
  files: FileStore,
  file: Pick<FileToCheck, 'storageKey' | 'size' | 'sha256' | 'hashPartBytes'>,
  stopping?: AbortSignal,
): Promise<string | null> {
  const { storageKey, size, sha256, hashPartBytes } = file
  try {
    const hash = createContentHash(hashPartBytes)
    for await (const piece of files.read(storageKey, { start: 0, end: size - 1 })) {
      stopping?.throwIfAborted()
      hash.update(piece)
    }
    return hash.digest().equals(sha256) ? null : 'other content than was stored (SHA-256 differs)'
  } catch (error) {
    stopping?.throwIfAborted()
    if (error instanceof MissingContentError || errorCodeOf(error) === 'ENOENT') return lengthProblem(size, null)
    return describeUnreadable(files, error)
  }
}

export function listMissingFiles({ db }: Pick<Deps, 'db'>, limit = 1000) {
  return listMissingFileRows(db, limit)
}

/** The list contains no file names, because they may contain names of people. */
export async function listMissingFilesForStaff({ db }: Pick<Deps, 'db'>, limit: number) {
  const [list, total] = [await listMissingFileRows(db, limit), await countMissingFiles(db)]
  return { list: list.map(({ name, seenAt, ...file }) => file), total }
}

/** Every process runs this job, which checks files that readers could not get. */
export async function verifyReportedFiles(deps: Verifying & Pick<Deps, 'missingReports'>) {
  const keys = deps.missingReports.take()
  if (keys.length === 0) return
  try {
    await verifyKeys(deps, keys)
  } catch (error) {
    // The database or the store is away, so the next run looks again.
    for (const key of keys) deps.missingReports.report(new MissingContentError(key))
    throw error
  }
}

async function verifyKeys(deps: Verifying, keys: readonly string[]): Promise<void> {
  const files = await listFilesByKeys(deps.db, keys)
  const known = new Set(files.map(({ storageKey }) => storageKey))
  for (const key of keys) if (!known.has(key)) logWarning(`files: the content ${key}, of no uploaded file, is missing`)
  await verify(deps, files)
}

const looked = new WeakSet<Deps['files']>()

/**
 * Looks for the contents of some files before the server starts, and warns when all are missing, because DATA_DIR may
 * be wrong.
 */
export async function verifySampleFiles(deps: Verifying): Promise<void> {
  if (looked.has(deps.files)) return
  const files = await listSampledFiles(deps.db, 20)
  const missing = await verify(deps, files)
  looked.add(deps.files)
  if (files.length > 0 && missing.length === files.length)
    logWarning(
      'files: none of the files that were looked at has its content: does DATA_DIR or FILES_URL name the right place, and was it restored?',
    )
}

/**
 * Looks for contents, brings them back from the quarantine and records missing ones. One that cannot be read counts as
 * missing. @returns files without their contents
 */
async function verify(
  { db, files }: Verifying,
  expected: readonly FileToCheck[],
  log: (line: string) => void = logWarning,
): Promise<FileProblem[]> {
  const sizes = new Map<string, number | null>()
  const unreadable = new Map<string, string>()
  const look = async ({ id, storageKey }: FileToCheck) => {
    try {
      sizes.set(id, await findSize(files, storageKey))
    } catch (error) {
      unreadable.set(id, await describeUnreadable(files, error))
      logFault('files: a content cannot be looked at', error)
    }
  }
  await forEachTogether(together, expected, look)
  const lost = expected.filter(({ id }) => sizes.get(id) === null)
  const back = new Set(
    await bringBackContents(
      files,
      lost.map(({ storageKey }) => storageKey),
    ),
  )
  const returned = lost.filter(({ storageKey }) => back.has(storageKey))
  await forEachTogether(together, returned, look)
  const missing = expected.filter(({ id, size }) => sizes.get(id) !== size)
  const there = expected.filter(({ id, size }) => sizes.get(id) === size)
  await forgetMissingFiles(
    db,
    there.map(({ id }) => id),
  )
  const added = new Set(
    await recordMissingFiles(
      db,
      missing.map(({ id }) => ({ id, storedSize: sizes.get(id) ?? null })),
    ),
  )
  const fresh = missing.filter(({ id }) => added.has(id))
  for (const { id, purpose } of fresh.slice(0, mostLines))
    log(`files: the content of file ${id} (${purpose}) ${unreadable.has(id) ? 'cannot be read' : 'is missing'}`)
  if (fresh.length > mostLines) log(`files: … and of ${fresh.length - mostLines} more`)
  return missing.map((file) => {
    const problem = unreadable.get(file.id) ?? lengthProblem(file.size, sizes.get(file.id) ?? null)
    return { file, problem }
  })
}
