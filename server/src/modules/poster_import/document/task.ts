import { bufferContent } from '../../../platform/files/content.ts'
import type { ReadTask } from '../../../platform/reader/task.ts'
import { UnreadableFile } from '../../../platform/sheets/unreadable.ts'
import { importLimits } from '../limits.ts'
import { isWord, type PackageEntry } from '../package/package.ts'
import { unpack } from '../package/unpack.ts'
import { packageFiles } from './assets.ts'
import { type ImportDocument, readDocument } from './document.ts'
import { readWord } from './word.ts'

export interface DocumentInput {
  entry: PackageEntry
  fallbackCategory: number | null
  /** where a person put it */
  wantedCategory: number | null
  /** all paths of the package */
  paths: string[]
}

/** Reads one document of a package. */
export const task: ReadTask<DocumentInput, ImportDocument> = async (input, { source, emit }) => {
  const { entry, paths, ...categories } = input
  const most = isWord(entry.path) ? importLimits.wordBytes : importLimits.documentBytes
  const bytes = await whole(unpack(source, entry), most)
  const word = isWord(entry.path) ? await readWord(bufferContent(bytes)) : undefined
  await emit(parsed(entry.path, bytes, { ...categories, files: packageFiles(paths), word }))
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
    // nested deeper than any author writes: the parsers recurse
    throw new UnreadableFile('文档嵌套过深，无法读取')
  }
}
