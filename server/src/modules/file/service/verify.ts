import type { Deps } from '../../../platform/deps.ts'
import { MissingContent } from '../../../platform/files/missing.ts'
import { logFault, logWarning } from '../../../platform/observability/log.ts'
import {
  countMissing,
  type Expected,
  forgetMissing,
  listByKeys,
  listExpected,
  listMissing,
  listSample,
  noteMissing,
  readCheck,
  saveCheck,
} from '../store/missing.ts'

type Verifying = Pick<Deps, 'db' | 'files'>

/** files of one batch, and how many are looked at together */
const batch = 2000
const together = 16
/** between two rounds of the check of all files */
const roundHours = 6
/** lines of one finding; the rest is a number */
const mostLines = 10

/** A job: looks whether the next files have their contents, and begins again six hours after it was through. */
export async function verifyNext(deps: Verifying, size = batch): Promise<void> {
  const check = await readCheck(deps.db, roundHours)
  if (!check) return
  const files = await listExpected(deps.db, check.afterId, size)
  await verify(deps, files)
  await saveCheck(deps.db, files.length < size ? null : (files.at(-1)?.id ?? null))
}

/** Looks at all files at once. @returns how many there are, and what is missing, 1,000 of it at most */
export async function verifyAll(deps: Verifying) {
  let count = 0
  let afterId: string | null = null
  do {
    const files: Expected[] = await listExpected(deps.db, afterId, batch)
    await verify(deps, files, () => {})
    count += files.length
    afterId = files.length < batch ? null : (files.at(-1)?.id ?? null)
  } while (afterId !== null)
  await saveCheck(deps.db, null)
  return { count, missing: await missingFiles(deps) }
}

/** What operators are shown. */
export function missingFiles({ db }: Pick<Deps, 'db'>, limit = 1000) {
  return listMissing(db, limit)
}

/** What the status page shows: never a file's name, which may name a person. */
export async function missingFilesForStaff({ db }: Pick<Deps, 'db'>, limit: number) {
  const [list, total] = [await listMissing(db, limit), await countMissing(db)]
  return { list: list.map(({ name, seenAt, ...file }) => file), total }
}

/** A job of every process: looks into what it was asked for and did not find. */
export async function lookIntoReports(deps: Verifying & Pick<Deps, 'missingReports'>) {
  const keys = deps.missingReports.take()
  if (keys.length === 0) return
  const files = await listByKeys(deps.db, keys)
  const known = new Set(files.map(({ storageKey }) => storageKey))
  for (const key of keys)
    if (!known.has(key)) logWarning(`files: the content ${key}, of no uploaded file, is missing`)
  await verify(deps, files)
}

/** whose files were looked at: once a process, as it starts */
const looked = new WeakSet<Deps['files']>()

/** A process that starts beside an emptied folder, or with a mistyped DATA_DIR, says so before it serves. */
export async function verifySample(deps: Verifying): Promise<void> {
  if (looked.has(deps.files)) return
  looked.add(deps.files)
  const files = await listSample(deps.db, 20)
  const missing = await verify(deps, files)
  if (files.length > 0 && missing === files.length)
    logWarning(
      'files: none of the files that were looked at has its content: does DATA_DIR name the right folder, and was it restored?',
    )
}

/** @returns how many are missing */
async function verify(
  { db, files }: Verifying,
  expected: readonly Expected[],
  log: (line: string) => void = logWarning,
): Promise<number> {
  const sizes = new Map<string, number | null>()
  for (let at = 0; at < expected.length; at += together)
    await Promise.all(
      expected.slice(at, at + together).map(async ({ id, storageKey }) => {
        sizes.set(id, await files.size(storageKey).catch(nullIfMissing))
      }),
    )
  const missing = expected.filter(({ id, size }) => sizes.get(id) !== size)
  const there = expected.filter(({ id, size }) => sizes.get(id) === size)
  await forgetMissing(
    db,
    there.map(({ id }) => id),
  )
  const added = new Set(
    await noteMissing(
      db,
      missing.map(({ id }) => ({ id, storedSize: sizes.get(id) ?? null })),
    ),
  )
  const fresh = missing.filter(({ id }) => added.has(id))
  for (const { id, purpose } of fresh.slice(0, mostLines))
    log(`files: the content of file ${id} (${purpose}) is missing`)
  if (fresh.length > mostLines) log(`files: … and of ${fresh.length - mostLines} more`)
  return missing.length
}

function nullIfMissing(error: unknown): null {
  // a disk that does not let us read it is as bad as an empty one: the log names what failed
  if (!(error instanceof MissingContent)) logFault('files: a content cannot be looked at', error)
  return null
}
