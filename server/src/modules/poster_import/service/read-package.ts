import { appNow, type Db } from '../../../platform/db/database.ts'
import { isTooFar } from '../../poster/service.ts'
import { type ImportDocument, type ImportRow, refused } from '../document/document.ts'
import { DocumentReader } from '../document/reader.ts'
import { itemNameOf } from '../document/same-item.ts'
import { importLimits } from '../limits.ts'
import { documentsOf, type ImportPackage, isWord, type PackageEntry } from '../package/package.ts'
import { findKnown } from '../store.ts'

export interface PackageReader {
  /** those that may become items, pages before Word documents, in the order of their names */
  documents: PackageEntry[]
  /** The document as an item to be; SAME when it is one already. Never throws for what the document says. */
  read(entry: PackageEntry, wantedCategory?: number | null): Promise<ImportDocument>
}

/** Pages say which Word documents are theirs. */
function pagesFirst(one: PackageEntry, other: PackageEntry): number {
  const word = Number(isWord(one.path)) - Number(isWord(other.path))
  return word || (one.path < other.path ? -1 : 1)
}

/** Reads a package document by document. Files: a cover or an attachment is only looked up, not yet read. */
export function readPackage(
  db: Db,
  pack: ImportPackage,
  fallbackCategory: number | null,
): PackageReader {
  const reader = new DocumentReader(pack, fallbackCategory)
  return {
    documents: documentsOf(pack.entries).sort(pagesFirst),
    read: async (entry, wantedCategory = null) => {
      const document = await readEntry(reader, entry, wantedCategory)
      const { row } = document
      if (row.action !== 'CREATE') return document
      const known = await findKnown(db, document.contentHash, itemNameOf(row))
      if (known)
        Object.assign(row, { action: 'SAME', posterId: known } satisfies Partial<ImportRow>)
      else if (row.publishedAt)
        row.problems.push(...remarksOn(new Date(row.publishedAt), await appNow(db)))
      return document
    },
  }
}

/** on a date to come: it may be meant, or a slip of the hand */
function remarksOn(date: Date, now: Date): string[] {
  if (isTooFar(date, now)) return ['日期在一年之后，请核对']
  return date > now ? ['日期还没有到，到时才会发布'] : []
}

async function readEntry(
  reader: DocumentReader,
  entry: PackageEntry,
  wantedCategory: number | null,
): Promise<ImportDocument> {
  const { documentBytes, wordBytes } = importLimits
  if (entry.bytes > (isWord(entry.path) ? wordBytes : documentBytes))
    return refused(entry.path, `文档超过 ${isWord(entry.path) ? 30 : 5} MB，请压缩图片或拆分`)
  return reader.read(entry, wantedCategory)
}
