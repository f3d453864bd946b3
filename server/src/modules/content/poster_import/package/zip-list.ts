import { Readable } from 'node:stream'
import { type Entry, fromRandomAccessReaderPromise, getFileNameLowLevel, RandomAccessReader } from 'yauzl'
import { decodeZipEntryName } from '../../../../platform/decode-text.ts'
import type { ByteContent } from '../../../../platform/files/content.ts'
import { contentImportLimits, type ZipEntry } from './package.ts'

/** Thrown for a package that cannot be imported; `key` is the error code of the refusal. */
export class BadPackageError extends Error {
  readonly key: 'poster_import.unreadable' | 'poster_import.tooLarge'
  readonly detail: { problem?: string }
  constructor(key: 'unreadable' | 'tooLarge', problem?: string) {
    super(problem ?? key)
    this.key = `poster_import.${key}`
    this.detail = problem === undefined ? {} : { problem }
  }
}

/** Lists the entries without reading their contents. @throws BadPackageError */
export async function listZipEntries(source: ByteContent): Promise<ZipEntry[]> {
  const zip = await fromRandomAccessReaderPromise(new ContentReader(source), source.size, {
    lazyEntries: true,
    autoClose: false,
    decodeStrings: false,
    validateEntrySizes: true,
  }).catch(damaged)
  zip.on('error', () => {})
  if (zip.entryCount > contentImportLimits.entries) throw new BadPackageError('tooLarge')
  const found = new Map<string, ZipEntry>()
  let packed = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const path = nameOf(entry)
      const problem = pathProblem(path) ?? entryProblem(entry, path)
      if (problem) throw new BadPackageError('unreadable', problem)
      packed += entry.compressedSize
      if (packed > source.size) throw new BadPackageError('unreadable', '压缩包里的文件互相重叠')
      if (path.endsWith('/') || isSystemFile(path)) continue
      if (found.has(path)) throw new BadPackageError('unreadable', `有两个文件都叫 ${path}`)
      if (isBomb(entry)) throw new BadPackageError('tooLarge')
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

/** Windows in China writes file names in GB18030. */
function nameOf(entry: Entry): string {
  const utf8 = entry.generalPurposeBitFlag | 0x800
  const name = getFileNameLowLevel(utf8, entry.fileNameRaw, entry.extraFields, true)
  if (!name.includes('\ufffd')) return name.normalize('NFC')
  return decodeZipEntryName(entry.fileNameRaw) ?? ''
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
  const { ratio, ratioFrom } = contentImportLimits
  return uncompressedSize > ratioFrom && uncompressedSize > ratio * Math.max(compressedSize, 1)
}

function damaged(error: unknown): never {
  if (error instanceof BadPackageError) throw error
  throw new BadPackageError('unreadable', '不是完整的 ZIP 文件')
}

class ContentReader extends RandomAccessReader {
  readonly #source: ByteContent
  constructor(source: ByteContent) {
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

/** Returns what is unsafe about a path, or undefined. One unsafe path is enough to refuse the whole package. */
export function pathProblem(path: string): string | undefined {
  const shown = path.replace(/\p{Cc}/gu, '?').slice(0, 80)
  if (path === '' || path.length > 500) return '有一个文件没有名字或名字过长'
  if (/\p{Cc}/u.test(path) || !path.isWellFormed()) return `文件名含有控制字符：${shown}`
  if (path.includes('\\')) return `文件名含有反斜杠：${shown}`
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) return `文件名是绝对路径：${shown}`
  if (path.split('/').includes('..')) return `文件名指向包外：${shown}`
  return undefined
}

export function isSystemFile(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX' || /^thumbs\.db$/i.test(part))
}

/** Resolves `../图/a.png` in `news/b.md` to `图/a.png`. Undefined for an external address, null outside the package. */
export function resolvePackageLink(link: string, documentPath: string): string | null | undefined {
  const bare = link.trim().replace(/[?#].*$/s, '')
  if (bare === '' || /^([a-z][a-z\d+.-]*:|\/\/)/i.test(bare)) return undefined
  const parts = bare.startsWith('/') ? [] : documentPath.split('/').slice(0, -1)
  for (const part of decoded(bare).replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return null
  }
  return parts.join('/') || null
}

function decoded(link: string): string {
  try {
    return decodeURIComponent(link)
  } catch {
    return link
  }
}
