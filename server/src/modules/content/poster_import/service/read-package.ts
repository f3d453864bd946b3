import { appNow, type Db } from '../../../../platform/db/database.ts'
import { isPublishTimeTooFarAhead } from '../../poster/publication.ts'
import { type ImportDocument, type ImportReportRow, itemIdentityOf, refusedDocument } from '../document/document.ts'
import { DocumentReader } from '../document/reader.ts'
import {
  contentImportLimits,
  type ImportPackage,
  isWordPath,
  listDocumentEntries,
  type PackageEntry,
} from '../package/package.ts'
import { findExistingPoster } from '../store.ts'

export interface PackageReader {
  /** Documents in reading order: web pages before Word documents, because a page may link to a Word document. */
  documents: PackageEntry[]
  /**
   * Reads one document, and never throws because of bad content. If the item exists already, the row has the action
   * SAME.
   */
  read(entry: PackageEntry, wantedCategory?: number | null): Promise<ImportDocument>
  /** Reads all documents in order. A Word document that an earlier page links is only an attachment. */
  readAll(): AsyncGenerator<{ row: ImportReportRow; document: ImportDocument | null }>
  /** Paths of the files that the documents read so far show or link. */
  used: ReadonlySet<string>
}

function pagesFirst(one: PackageEntry, other: PackageEntry): number {
  const word = Number(isWordPath(one.path)) - Number(isWordPath(other.path))
  return word || (one.path < other.path ? -1 : 1)
}

/** Covers and attachments are read later. */
export function createPackageReader(db: Db, pack: ImportPackage, fallbackCategory: number | null): PackageReader {
  const reader = new DocumentReader(pack, fallbackCategory)
  const documents = listDocumentEntries(pack.entries).sort(pagesFirst)
  const used = new Set<string>()

  async function read(entry: PackageEntry, wantedCategory: number | null = null) {
    const document = await readEntry(reader, entry, wantedCategory)
    const { row } = document
    if (row.action !== 'CREATE') return document
    const known = await findExistingPoster(db, document.contentHash, itemIdentityOf(row))
    if (known) Object.assign(row, { action: 'SAME', posterId: known } satisfies Partial<ImportReportRow>)
    else if (row.publishedAt) row.problems.push(...remarksOn(new Date(row.publishedAt), await appNow(db)))
    return document
  }

  async function* readAll() {
    for (const entry of documents) {
      const document = used.has(entry.path) ? null : await read(entry)
      for (const { path } of document?.assets ?? []) if (path !== entry.path) used.add(path)
      yield { row: document?.row ?? attached(entry.path), document }
    }
  }

  return { documents, read, readAll, used }
}

const attached = (path: string): ImportReportRow => ({
  ...refusedDocument(path, '文档里链接了它：作为附件随那一篇导入，不单独成篇').row,
  action: 'ATTACHED',
})

/** A future date may be intended or a typing error, so add a remark. */
function remarksOn(date: Date, now: Date): string[] {
  if (isPublishTimeTooFarAhead(date, now)) return ['日期在一年之后，请核对']
  return date > now ? ['日期还没有到，到时才会发布'] : []
}

async function readEntry(
  reader: DocumentReader,
  entry: PackageEntry,
  wantedCategory: number | null,
): Promise<ImportDocument> {
  const { documentBytes, wordBytes } = contentImportLimits
  if (entry.bytes > (isWordPath(entry.path) ? wordBytes : documentBytes))
    return refusedDocument(entry.path, `文档超过 ${isWordPath(entry.path) ? 30 : 5} MB，请压缩图片或拆分`)
  return reader.read(entry, wantedCategory)
}
