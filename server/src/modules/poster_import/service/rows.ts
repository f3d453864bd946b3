import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import type { ImportPackage } from '../package/package.ts'
import { findMends, type Mend } from '../store/mends.ts'
import {
  endImport,
  findOutcomes,
  type ImportRecord,
  lockNextRow,
  type Outcome,
  recordStep,
} from '../store.ts'
import { openImport } from './check.ts'
import { findStored } from './item.ts'
import {
  isWorthAnotherTry,
  makeItem,
  outcomeOf,
  type ReadyItem,
  readyItem,
  withCategory,
} from './make-item.ts'
import { type PackageReader, readPackage } from './read-package.ts'
import { decided } from './state.ts'

/** Goes through the rows that are left. @throws Error when the database goes away; the next call goes on from there */
export async function importRows(deps: Deps, row: ImportRecord): Promise<void> {
  const pack = await openImport(deps, row.staffId, row.fileId).catch((error: unknown) => {
    if (error instanceof Refusal) return null
    throw error
  })
  if (!pack) return endImport(deps.db, row.id, 'FAILED')
  const reader = readPackage(deps.db, pack, row.categoryId)
  // nothing is decided any more once it runs
  const mends = await findMends(deps.db, row.id)
  let index = row.done
  while (index < row.report.length)
    index = await doRow(deps, row, index, await prepare(deps, row, index, { pack, reader, mends }))
  await endImport(deps.db, row.id, 'DONE')
}

/** What is left to do with a row: make its item, or only say how it came out. */
type Step = { item: ReadyItem } | { outcome: Outcome | null }

interface Reading {
  pack: ImportPackage
  reader: PackageReader
  mends: Map<number, Mend>
}

async function prepare(
  deps: Deps,
  { id, report }: ImportRecord,
  index: number,
  { pack, reader, mends }: Reading,
): Promise<Step> {
  const row = report[index]
  const mend = mends.get(index)
  if (!row || mend?.leftOut) return { outcome: null }
  if (row.twinOf !== null) {
    const first = mends.get(row.twinOf)?.leftOut
      ? undefined
      : (await findOutcomes(deps.db, id)).get(row.twinOf)
    // of two that say the same, the other one stands for both: made, mended or left out
    if (first?.action !== 'REFUSE')
      return { outcome: { action: 'SAME', problems: [], posterId: first?.posterId ?? null } }
  } else if (decided(row, mend).action !== 'CREATE') return { outcome: null }
  if (mend?.item) {
    const item = await findStored(deps, id, index)
    if (item) return { item }
  }
  const entry = reader.documents.find(({ path }) => path === row.path)
  if (!entry)
    return { outcome: { action: 'REFUSE', problems: ['包里没有这个文件了'], posterId: null } }
  const document = await reader.read(entry, mend?.categoryId)
  const { action, problems, posterId } = document.row
  if (action === 'CREATE') return { item: withCategory(await readyItem(deps, pack, document)) }
  return { outcome: { action, problems: action === 'REFUSE' ? problems : [], posterId } }
}

/**
 * An item and its row's number are one transaction: a process killed at any moment, or two at work on the same
 * import, make no item twice and forget none.
 * @returns the next row to do
 */
async function doRow(
  deps: Deps,
  row: ImportRecord,
  index: number,
  step: Step,
  attempt = 1,
): Promise<number> {
  try {
    return await inTransaction(deps.db, async (tx) => {
      const next = await lockNextRow(tx, row.id)
      // another process was faster, or has ended it
      if (next !== index) return next ?? row.report.length
      const { username, runIp, publish } = row
      const importer = { username, ip: runIp ?? undefined }
      const outcome =
        'item' in step ? await makeItem(tx, importer, step.item, publish === true) : step.outcome
      await recordStep(tx, row.id, index, outcome)
      return index + 1
    })
  } catch (error) {
    if ('outcome' in step) throw error
    // what fails again is a matter of this document
    if (attempt === 1 && isWorthAnotherTry(error)) return doRow(deps, row, index, step, 2)
    const outcome = await outcomeOf(deps.db, step.item, error)
    return doRow(deps, row, index, { outcome }, attempt + 1)
  }
}
