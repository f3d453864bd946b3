import { Readable } from 'node:stream'
import {
  type Entry,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  RandomAccessReader,
} from 'yauzl'
import { decodeName } from '../../../platform/decode-text.ts'
import type { Content } from '../../../platform/files/content.ts'
import { importLimits } from '../limits.ts'
import { isLitter, pathProblem } from './entry-path.ts'
import type { ZipEntry } from './package.ts'

/** A ZIP that is not taken; the key names the refusal (poster_import.…). */
export class BadPackage extends Error {
  readonly key: 'poster_import.unreadable' | 'poster_import.tooLarge'
  readonly detail: { problem?: string }
  constructor(key: 'unreadable' | 'tooLarge', problem?: string) {
    super(problem ?? key)
    this.key = `poster_import.${key}`
    this.detail = problem === undefined ? {} : { problem }
  }
}

/** Reads a ZIP's list, which is judged whole; its contents are read only when asked for (unpack.ts). @throws BadPackage */
export async function listZip(source: Content): Promise<ZipEntry[]> {
  const zip = await fromRandomAccessReaderPromise(new ContentReader(source), source.size, {
    lazyEntries: true,
    autoClose: false,
    decodeStrings: false,
    validateEntrySizes: true,
  }).catch(damaged)
  // an error beside an open read would end the process
  zip.on('error', () => {})
  if (zip.entryCount > importLimits.entries) throw new BadPackage('tooLarge')
  const found = new Map<string, ZipEntry>()
  let packed = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const path = nameOf(entry)
      const problem = pathProblem(path) ?? entryProblem(entry, path)
      if (problem) throw new BadPackage('unreadable', problem)
      packed += entry.compressedSize
      if (packed > source.size) throw new BadPackage('unreadable', '压缩包里的文件互相重叠')
      if (path.endsWith('/') || isLitter(path)) continue
      if (found.has(path)) throw new BadPackage('unreadable', `有两个文件都叫 ${path}`)
      if (isBomb(entry)) throw new BadPackage('tooLarge')
      found.set(path, { path, bytes: entry.uncompressedSize, place: placeOf(entry) })
    }
  } catch (error) {
    damaged(error)
  }
  return [...found.values()]
}

function placeOf(entry: Entry): ZipEntry['place'] {
  return {
    headerAt: entry.relativeOffsetOfLocalHeader,
    packedBytes: entry.compressedSize,
    isPacked: entry.isCompressed(),
    crc32: entry.crc32,
  }
}

/** UTF-8 where the entry says so or is it; else GB18030, as Windows in China writes it. */
function nameOf(entry: Entry): string {
  const utf8 = entry.generalPurposeBitFlag | 0x800
  const name = getFileNameLowLevel(utf8, entry.fileNameRaw, entry.extraFields, true)
  if (!name.includes('\ufffd')) return name.normalize('NFC')
  return decodeName(entry.fileNameRaw) ?? ''
}

const kindBits = 0o170000
const ordinaryKinds = [0, 0o100000, 0o040000]

function entryProblem(entry: Entry, path: string): string | undefined {
  if (entry.isEncrypted()) return '压缩包有密码，请去掉密码后再上传'
  const kind = (entry.externalFileAttributes >>> 16) & kindBits
  if (!ordinaryKinds.includes(kind)) return `压缩包里有链接或特殊文件：${path.slice(0, 80)}`
  if (!entry.canDecodeFileData()) return '压缩方式不受支持，请用普通 ZIP 压缩'
  return undefined
}

function isBomb({ uncompressedSize, compressedSize }: Entry): boolean {
  const { ratio, ratioFrom } = importLimits
  return uncompressedSize > ratioFrom && uncompressedSize > ratio * Math.max(compressedSize, 1)
}

function damaged(error: unknown): never {
  if (error instanceof BadPackage) throw error
  throw new BadPackage('unreadable', '不是完整的 ZIP 文件')
}

/** A file as the ZIP library reads it: the part it needs, never all of it. */
class ContentReader extends RandomAccessReader {
  readonly #source: Content
  constructor(source: Content) {
    super()
    this.#source = source
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const { read } = this.#source
    return Readable.from(
      (async function* () {
        for (let at = start; at < end; ) {
          const piece = await read(at, Math.min(end - at, 256 * 1024))
          if (piece.length === 0) return
          yield piece
          at += piece.length
        }
      })(),
      { objectMode: false },
    )
  }
}
