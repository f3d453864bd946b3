import type { Author } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import type { ImportRow } from '../document/document.ts'
import { openPath } from '../package/open.ts'
import { attached, checkPackage } from './check.ts'
import { makeItem, outcomeOf, readyItem, withCategory } from './make-item.ts'
import { readPackage } from './read-package.ts'
import { cameOut } from './state.ts'

export interface PathImport {
  /** a folder, a ZIP or a document on this computer */
  path: string
  /** where a document goes that names none */
  categoryId: number | null
  publish: boolean
}

/** The dry run of importPath. @throws Refusal as a check in the console */
export async function checkPath(deps: Deps, input: PathImport): Promise<ImportRow[]> {
  return checkPackage(deps, await openPath('product', input.path), input.categoryId)
}

/** Imports at once what lies on this computer (command, seeds); rows as they came out. Again: nothing is made twice. */
export async function importPath(
  deps: Deps,
  author: Author,
  input: PathImport,
): Promise<ImportRow[]> {
  const pack = await openPath('product', input.path)
  const reader = readPackage(deps.db, pack, input.categoryId)
  const rows: ImportRow[] = []
  const used = new Set<string>()
  for (const entry of reader.documents) {
    if (used.has(entry.path)) {
      rows.push(attached(entry.path))
      continue
    }
    const document = await reader.read(entry)
    for (const { path } of document.assets) if (path !== entry.path) used.add(path)
    if (document.row.action === 'CREATE') {
      const made = readyItem(deps, pack, document).then(
        (ready) => {
          const item = withCategory(ready)
          return inTransaction(deps.db, (tx) => makeItem(tx, author, item, input.publish)).catch(
            (error: unknown) => outcomeOf(deps.db, item, error),
          )
        },
        (error: unknown) => {
          // ours, not the document's: the import ends
          if (!(error instanceof Refusal)) throw error
          return outcomeOf(deps.db, null, error)
        },
      )
      Object.assign(document.row, cameOut(document.row, await made))
    }
    rows.push(document.row)
  }
  return rows
}
