import { contentOfBuffer } from '../../../../platform/files/content.ts'
import type { ReadTask } from '../../../../platform/reader/task.ts'
import { UnreadableFile } from '../../../../platform/sheets/unreadable.ts'
import { contentImportLimits, isWordPath, type PackageEntry } from '../package/package.ts'
import { unpackEntry } from '../package/unpack.ts'
import { toPackageFiles } from './assets.ts'
import { type ImportDocument, readDocument } from './document.ts'
import { readWordDocument } from './word.ts'

export interface ReadDocumentInput {
  entry: PackageEntry
  fallbackCategory: number | null
  wantedCategory: number | null
  paths: string[]
}

export const task: ReadTask<ReadDocumentInput, ImportDocument> = async (input, { source, emit }) => {
  const { entry, paths, ...categories } = input
  const most = isWordPath(entry.path) ? contentImportLimits.wordBytes : contentImportLimits.documentBytes
  const bytes = await whole(unpackEntry(source, entry), most)
  const word = isWordPath(entry.path) ? await readWordDocument(contentOfBuffer(bytes)) : undefined
  await emit(parsed(entry.path, bytes, { ...categories, files: toPackageFiles(paths), word }))
}

async function whole(pieces: AsyncIterable<Buffer>, most: number): Promise<Buffer> {
  const found: Buffer[] = []
  let length = 0
  try {
    for await (const piece of pieces) {
      length += piece.length
      if (length > most) break
      found.push(piece)
    }
    return Buffer.concat(found)
  } catch {
    throw new UnreadableFile('压缩包里的这个文件已损坏')
  }
}

function parsed(path: string, bytes: Buffer, surroundings: Parameters<typeof readDocument>[2]) {
  try {
    return readDocument(path, bytes, surroundings)
  } catch {
    // The parsers call themselves for each level, so a document with very deep nesting makes them fail.
    throw new UnreadableFile('文档嵌套过深，无法读取')
  }
}
