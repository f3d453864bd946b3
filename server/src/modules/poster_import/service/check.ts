import type { Deps } from '../../../platform/deps.ts'
import { Refusal, refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { readUploaded } from '../../file/service.ts'
import { type ImportRow, refused } from '../document/document.ts'
import { itemNameOf } from '../document/same-item.ts'
import { openUploaded } from '../package/open.ts'
import { type ImportPackage, whyNotImported } from '../package/package.ts'
import { insertImport } from '../store.ts'
import { type PackageReader, readPackage } from './read-package.ts'
import { readImportState } from './state.ts'

/**
 * The dry run: reads everything, writes nothing but its own report.
 * @throws Refusal poster_import.unreadable, tooLarge, empty for the package; a single document is only refused in its row
 */
export async function checkImport(
  deps: Deps,
  staff: StaffAtWork,
  input: { fileId: string; categoryId: number | null },
) {
  const { staffId } = staff
  const pack = await openImport(deps, staffId, input.fileId)
  const report = await checkPackage(deps, pack, input.categoryId)
  const id = await insertImport(deps.db, { ...input, staffId, report })
  return readImportState(deps, staff, id)
}

/** The upload as a package. @throws Refusal poster_import.unreadable also for another's file, or none */
export async function openImport(
  deps: Deps,
  staffId: string,
  fileId: string,
): Promise<ImportPackage> {
  const file = await readUploaded(deps, fileId, 'IMPORT', staffId).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    return refuse('poster_import.unreadable', { problem: '没有找到上传的文件，请重新上传' })
  })
  return openUploaded(staffId, file)
}

/** What would become of each document. Of two that say the same, the first counts. */
export async function checkPackage(
  deps: Pick<Deps, 'db'>,
  pack: ImportPackage,
  fallbackCategory: number | null,
): Promise<ImportRow[]> {
  const reader = readPackage(deps.db, pack, fallbackCategory)
  const rows: ImportRow[] = []
  /** the row that says it first */
  const seen = new Map<string, number>()
  const used = new Set<string>()
  for (const entry of reader.documents) {
    // a page is read before the Word documents that it may link
    if (used.has(entry.path)) {
      rows.push(attached(entry.path))
      continue
    }
    const { row, contentHash, assets } = await reader.read(entry)
    for (const { path } of assets) if (path !== entry.path) used.add(path)
    const name = itemNameOf(row)
    const keys = [contentHash.toString('hex'), ...(name ? [JSON.stringify(name)] : [])]
    const twin = keys.map((key) => seen.get(key)).find((no) => no !== undefined)
    if (row.action === 'CREATE' && twin !== undefined)
      Object.assign(row, { action: 'SAME', twinOf: twin } satisfies Partial<ImportRow>)
    if (row.action === 'CREATE') for (const key of keys) seen.set(key, rows.length)
    rows.push(row)
  }
  return [...rows, ...passedOver(pack, reader, used)]
}

/** The files that come to nothing, each with what to do: what is only left out is missed too late. */
function passedOver(pack: ImportPackage, reader: PackageReader, used: ReadonlySet<string>) {
  const documents = new Set(reader.documents.map(({ path }) => path))
  return pack.entries.flatMap(({ path }) => {
    const why = documents.has(path) || used.has(path) ? null : whyNotImported(path)
    return why ? [refused(path, why).row] : []
  })
}

/** A Word document that a page of the package gives its readers to download. */
export const attached = (path: string): ImportRow => ({
  ...refused(path, '文档里链接了它：作为附件随那一篇导入，不单独成篇').row,
  action: 'ATTACHED',
})
