import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import type { ImportPackage } from '../package/package.ts'
import { endImport, type ImportRecord, lockNextRow, type Outcome, recordStep } from '../store.ts'
import { openImport } from './check.ts'
import { isWorthAnotherTry, makeItem, outcomeOf, type ReadyItem, readyItem } from './make-item.ts'
import { type PackageReader, readPackage } from './read-package.ts'

/** Goes through the rows that are left. @throws Error when the database goes away; the next call goes on from there */
export async function importRows(deps: Deps, row: ImportRecord): Promise<void> {
  const pack = await openImport(deps, row.staffId, row.fileId).catch((error: unknown) => {
    if (error instanceof Refusal) return null
    throw error
  })
  if (!pack) return endImport(deps.db, row.id, 'FAILED')
  const reader = readPackage(deps.db, pack, row.categoryId)
  let index = row.done
  while (index < row.report.length)
    index = await doRow(deps, row, index, await prepare(deps, row, index, { pack, reader }))
  await endImport(deps.db, row.id, 'DONE')
}

/** What is left to do with a row: make its item, or only say how it came out. */
type Step = { item: ReadyItem } | { outcome: Outcome | null }

async function prepare(
  deps: Deps,
  { report }: ImportRecord,
  index: number,
  { pack, reader }: { pack: ImportPackage; reader: PackageReader },
): Promise<Step> {
  const checked = report[index]
  // the same as another of this package: its item is there by now
  const isTwin = checked?.action === 'SAME' && checked.posterId === null
  if (!checked || (checked.action !== 'CREATE' && !isTwin)) return { outcome: null }
  const entry = reader.documents.find(({ path }) => path === checked.path)
  if (!entry)
    return { outcome: { action: 'REFUSE', problems: ['包里没有这个文件了'], posterId: null } }
  const document = await reader.read(entry)
  const { action, problems, posterId } = document.row
  if (action === 'CREATE') return { item: await readyItem(deps, pack, document) }
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
    const outcome = await outcomeOf(deps.db, step.item.document, error)
    return doRow(deps, row, index, { outcome }, attempt + 1)
  }
}
