import type { AuditAuthor } from '../../../../platform/audit.ts'
import { inTransaction } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { Refusal } from '../../../../platform/errors.ts'
import type { ImportReportRow } from '../document/document.ts'
import { openPackageAtPath } from '../package/open.ts'
import { checkImportPackage } from './check.ts'
import { createImportedItem, outcomeOfFailure, prepareItem, toPreparedItem } from './make-item.ts'
import { createPackageReader } from './read-package.ts'
import { addRowOutcome } from './state.ts'

export interface PathImportInput {
  path: string
  categoryId: number | null
  publish: boolean
}

export async function checkImportFromPath(deps: Deps, input: PathImportInput): Promise<ImportReportRow[]> {
  return checkImportPackage(deps, await openPackageAtPath('product', input.path), input.categoryId)
}

export async function importFromPath(
  deps: Deps,
  author: AuditAuthor,
  input: PathImportInput,
): Promise<ImportReportRow[]> {
  const pack = await openPackageAtPath('product', input.path)
  const reader = createPackageReader(deps.db, pack, input.categoryId)
  const rows: ImportReportRow[] = []
  for await (const { row, document } of reader.readAll()) {
    if (document && row.action === 'CREATE') {
      const made = prepareItem(deps, pack, document).then(
        (ready) => {
          const item = toPreparedItem(ready)
          return inTransaction(deps.db, (tx) => createImportedItem(tx, author, item, input.publish)).catch(
            (error: unknown) => outcomeOfFailure(deps.db, item, error),
          )
        },
        (error: unknown) => {
          if (!(error instanceof Refusal)) throw error
          return outcomeOfFailure(deps.db, null, error)
        },
      )
      Object.assign(row, addRowOutcome(row, await made))
    }
    rows.push(row)
  }
  return rows
}
