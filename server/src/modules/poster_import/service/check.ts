import type { Deps } from '../../../platform/deps.ts'
import { Refusal, refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { readUploaded } from '../../file/service.ts'
import type { ImportRow } from '../document/document.ts'
import { itemNameOf } from '../document/same-item.ts'
import { openUploaded } from '../package/open.ts'
import type { ImportPackage } from '../package/package.ts'
import { insertImport } from '../store.ts'
import { readPackage } from './read-package.ts'
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
  const seen = new Set<string>()
  for (const entry of reader.documents) {
    const { row, contentHash } = await reader.read(entry)
    const name = itemNameOf(row)
    const keys = [contentHash.toString('hex'), ...(name ? [JSON.stringify(name)] : [])]
    if (row.action === 'CREATE' && keys.some((key) => seen.has(key))) row.action = 'SAME'
    if (row.action === 'CREATE') for (const key of keys) seen.add(key)
    rows.push(row)
  }
  return rows
}
