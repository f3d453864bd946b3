import type { Deps } from '../../../../platform/deps.ts'
import { Refusal, refuse } from '../../../../platform/errors.ts'
import { requireRoomForImport } from '../../../../platform/imports/uploaded-import.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { readUploadedFile } from '../../../file/service/uploaded.ts'
import { type ImportReportRow, itemIdentityOf, refusedDocument } from '../document/document.ts'
import { openUploadedPackage } from '../package/open.ts'
import { type ImportPackage, notImportedReason } from '../package/package.ts'
import { countUnwrittenContentImports, insertContentImport } from '../store.ts'
import { createPackageReader, type PackageReader } from './read-package.ts'
import { readImportState } from './state.ts'

/**
 * An unreadable document is refused in its own row. @throws Refusal poster_import.unreadable, tooLarge, empty,
 * common.tooManyImports
 */
export async function checkContentImport(
  deps: Deps,
  staff: StaffAtWork,
  input: { fileId: string; categoryId: number | null },
) {
  const { staffId } = staff
  requireRoomForImport(await countUnwrittenContentImports(deps.db, staffId))
  const pack = await openImportPackage(deps, staffId, input.fileId)
  const report = await checkImportPackage(deps, pack, input.categoryId)
  const id = await insertContentImport(deps.db, { ...input, staffId, report })
  return readImportState(deps, staff, id)
}

/** @throws Refusal poster_import.unreadable */
export async function openImportPackage(deps: Deps, staffId: string, fileId: string): Promise<ImportPackage> {
  const file = await readUploadedFile(deps, fileId, 'IMPORT', staffId).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    return refuse('poster_import.unreadable', { problem: '没有找到上传的文件，请重新上传' })
  })
  return openUploadedPackage(staffId, file)
}

/** Of documents with equal content only the first becomes an item. */
export async function checkImportPackage(
  deps: Pick<Deps, 'db'>,
  pack: ImportPackage,
  fallbackCategory: number | null,
): Promise<ImportReportRow[]> {
  const reader = createPackageReader(deps.db, pack, fallbackCategory)
  const rows: ImportReportRow[] = []
  const seen = new Map<string, number>()
  for await (const { row, document } of reader.readAll()) {
    if (document && row.action === 'CREATE') {
      const name = itemIdentityOf(row)
      const keys = [document.contentHash.toString('hex'), ...(name ? [JSON.stringify(name)] : [])]
      const twin = keys.map((key) => seen.get(key)).find((no) => no !== undefined)
      if (twin === undefined) for (const key of keys) seen.set(key, rows.length)
      else Object.assign(row, { action: 'SAME', twinOf: twin } satisfies Partial<ImportReportRow>)
    }
    rows.push(row)
  }
  return [...rows, ...passedOver(pack, reader)]
}

/** Reports files that would not be imported, with advice. */
function passedOver(pack: ImportPackage, { documents: read, used }: PackageReader) {
  const documents = new Set(read.map(({ path }) => path))
  return pack.entries.flatMap(({ path }) => {
    const why = documents.has(path) || used.has(path) ? null : notImportedReason(path)
    return why ? [refusedDocument(path, why).row] : []
  })
}
