import { auditStaff } from '../../../../platform/audit.ts'
import { staffStillMay } from '../../../../platform/auth/session-kinds.ts'
import { limitConcurrency } from '../../../../platform/batches.ts'
import { inTransaction } from '../../../../platform/db/database.ts'
import { type Deps, dependenciesOfWorkload } from '../../../../platform/deps.ts'
import { Refusal, refuse } from '../../../../platform/errors.ts'
import { continueForBudget, continueUntilStopped, sweepItemsOneByOne } from '../../../../platform/jobs/sweep.ts'
import { logFault } from '../../../../platform/observability/log.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import type { ImportPackage } from '../package/package.ts'
import { mayPublishContentImport } from '../policy.ts'
import {
  type ContentImport,
  claimStalledContentImport,
  endContentImport,
  findContentImport,
  findImportItemEdits,
  findRowOutcomes,
  forgetOldImportChecks,
  type ImportedRowOutcome,
  type ImportItemEdit,
  lockNextImportRow,
  recordRowOutcome,
  startContentImport,
  unclaimContentImport,
} from '../store.ts'
import { openImportPackage } from './check.ts'
import { findStoredItem } from './item.ts'
import {
  createImportedItem,
  isRetryableImportError,
  outcomeOfFailure,
  type PreparedItem,
  prepareItem,
  toPreparedItem,
} from './make-item.ts'
import { createPackageReader, type PackageReader } from './read-package.ts'
import { addRowDecision, countRowActions, readImportState, requireContentImport } from './state.ts'

/**
 * The import runs in the background; a repeat returns the progress. @throws Refusal poster_import.notFound,
 * poster_import.notWaiting, poster_import.otherwiseRun, staff.forbidden
 */
export async function runContentImport(deps: Deps, staff: StaffAtWork, input: { importId: string; publish: boolean }) {
  const { importId, publish } = input
  if (publish && !mayPublishContentImport(staff)) refuse('staff.forbidden')
  await requireContentImport(deps, staff, importId)
  const started = await inTransaction(deps.db, async (tx) => {
    const row = await startContentImport(tx, importId, { publish, runIp: staff.ip })
    if (!row) return false
    const mends = await findImportItemEdits(tx, importId)
    const rows = row.report.map((one, no) => addRowDecision(one, mends.get(no)))
    const detail = { publish, fileId: row.fileId, ...countRowActions(rows) }
    await auditStaff(tx, staff, 'poster_import.started', importId, detail)
    return true
  })
  if (started) void workOn(dependenciesOfWorkload(deps, 'jobs'), importId)
  else {
    const there = await requireContentImport(deps, staff, importId)
    if (there.state === 'CANCELLED') refuse('poster_import.notWaiting')
    if (there.publish !== publish) refuse('poster_import.otherwiseRun', { asked: publish ? '直接发布' : '存为草稿' })
  }
  return readImportState(deps, staff, importId)
}

/** This job continues imports whose process died. With a stop of the process it ends between two rows. */
export async function resumeStalledImports(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const job = 'poster_import.resumeStalled'
  const goesOn = continueForBudget(stopping)
  while (goesOn()) {
    const id = await claimStalledContentImport(deps.db, job)
    if (!id) return
    await sweepItemsOneByOne(deps.db, {
      job,
      items: [id],
      subjectOf: (importId) => importId,
      work: (importId) => importOne(deps, importId, stopping),
      goesOn: continueUntilStopped(stopping),
    })
  }
}

export async function forgetUnusedImportChecks({ db }: Pick<Deps, 'db'>): Promise<void> {
  await forgetOldImportChecks(db)
}

/** Each person runs only one import at a time. */
const working = limitConcurrency(1)

async function importOne(deps: Deps, id: string, stopping?: AbortSignal): Promise<void> {
  const row = await findContentImport(deps.db, id)
  if (row) await working(row.staffId, () => workNow(deps, id, stopping))
}

async function workNow(deps: Deps, id: string, stopping?: AbortSignal): Promise<void> {
  const row = await findContentImport(deps.db, id)
  if (row?.state !== 'RUNNING') return
  await importContentRows(deps, row, stopping).catch(async (error: unknown) => {
    if (stopping?.aborted) await unclaimContentImport(deps.db, id)
    throw error
  })
}

/** Never throws; after a failure a job continues the import. */
async function workOn(deps: Deps, id: string): Promise<void> {
  await importOne(deps, id).catch((error: unknown) => logFault('import', error))
}

/** @throws Error on a database failure; the next call continues */
export async function importContentRows(deps: Deps, row: ContentImport, stopping?: AbortSignal): Promise<void> {
  const pack = await openImportPackage(deps, row.staffId, row.fileId).catch((error: unknown) => {
    if (error instanceof Refusal) return null
    throw error
  })
  if (!pack) return endContentImport(deps.db, row.id, 'FAILED')
  const reader = createPackageReader(deps.db, pack, row.categoryId)
  // Once the import runs, staff cannot change their edits any more, so the edits are read only once.
  const mends = await findImportItemEdits(deps.db, row.id)
  let index = row.done
  while (index < row.report.length) {
    stopping?.throwIfAborted()
    if (!(await staffStillMay(deps.db, row.staffId, 'poster.import')))
      return endContentImport(deps.db, row.id, 'FAILED')
    index = await doRow(deps, row, index, await prepare(deps, row, index, { pack, reader, mends }))
  }
  await endContentImport(deps.db, row.id, 'DONE')
}

type Step = { item: PreparedItem } | { outcome: ImportedRowOutcome | null }

interface Reading {
  pack: ImportPackage
  reader: PackageReader
  mends: Map<number, ImportItemEdit>
}

async function prepare(
  deps: Deps,
  { id, report }: ContentImport,
  index: number,
  { pack, reader, mends }: Reading,
): Promise<Step> {
  const row = report[index]
  const mend = mends.get(index)
  if (!row || mend?.leftOut) return { outcome: null }
  if (row.twinOf !== null) {
    const first = mends.get(row.twinOf)?.leftOut ? undefined : (await findRowOutcomes(deps.db, id)).get(row.twinOf)
    // A duplicate follows the first row, whether that is created, edited or left out.
    if (first?.action !== 'REFUSE')
      return { outcome: { action: 'SAME', problems: [], posterId: first?.posterId ?? null } }
  } else if (addRowDecision(row, mend).action !== 'CREATE') return { outcome: null }
  if (mend?.item) {
    const item = await findStoredItem(deps, id, index)
    if (item) return { item }
  }
  const entry = reader.documents.find(({ path }) => path === row.path)
  if (!entry) return { outcome: { action: 'REFUSE', problems: ['包里没有这个文件了'], posterId: null } }
  const document = await reader.read(entry, mend?.categoryId)
  const { action, problems, posterId } = document.row
  if (action === 'CREATE') return { item: toPreparedItem(await prepareItem(deps, pack, document)) }
  return { outcome: { action, problems: action === 'REFUSE' ? problems : [], posterId } }
}

/**
 * Creates the item and raises the row number in one transaction, so a crash neither repeats nor skips a row. @returns
 * the next row
 */
async function doRow(deps: Deps, row: ContentImport, index: number, step: Step, attempt = 1): Promise<number> {
  try {
    return await inTransaction(deps.db, async (tx) => {
      const next = await lockNextImportRow(tx, row.id)
      if (next !== index) return next ?? row.report.length
      const { username, runIp } = row
      const importer = { username, ip: runIp ?? undefined }
      const publishes = row.publish === true && (await staffStillMay(tx, row.staffId, 'poster.publish'))
      const outcome = 'item' in step ? await createImportedItem(tx, importer, step.item, publishes) : step.outcome
      await recordRowOutcome(tx, row.id, index, outcome)
      return index + 1
    })
  } catch (error) {
    if ('outcome' in step) throw error
    // A second failure is blamed on the document, and the row is refused.
    if (attempt === 1 && isRetryableImportError(error)) return doRow(deps, row, index, step, 2)
    const outcome = await outcomeOfFailure(deps.db, step.item, error)
    return doRow(deps, row, index, { outcome }, attempt + 1)
  }
}
