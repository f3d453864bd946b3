import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, getFileNameLowLevel, type ZipFile } from 'yauzl'
import { decodeName } from '../../../platform/decode-text.ts'
import { Refusal, refuse } from '../../../platform/errors.ts'
import { importLimits } from '../limits.ts'
import { isLitter, pathProblem } from './entry-path.ts'
import { checkLimits } from './limits-check.ts'
import type { ImportPackage } from './package.ts'

/**
 * Opens a ZIP; its list is read and judged whole, contents only when asked for.
 * @throws Refusal poster_import.unreadable for damage, encryption, links and path tricks; poster_import.tooLarge for bombs
 */
export async function openZip(content: Buffer): Promise<ImportPackage> {
  const zip = await fromBufferPromise(content, {
    lazyEntries: true,
    autoClose: false,
    decodeStrings: false,
    validateEntrySizes: true,
  }).catch(damaged)
  // an error beside an open read would end the process
  zip.on('error', () => {})
  if (zip.entryCount > importLimits.entries) refuse('poster_import.tooLarge')
  const found = await readList(zip).catch(damaged)
  const entries = [...found].map(([path, entry]) => ({ path, bytes: entry.uncompressedSize }))
  checkLimits(entries)
  return {
    entries,
    read: async ({ path }) => {
      const entry = found.get(path)
      if (!entry) throw new Error(`${path} is not in the package`)
      return readEntry(zip, entry)
    },
    close: async () => zip.close(),
  }
}

async function readList(zip: ZipFile): Promise<Map<string, Entry>> {
  const found = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    const path = nameOf(entry)
    const problem = pathProblem(path) ?? entryProblem(entry, path)
    if (problem) refuse('poster_import.unreadable', { problem })
    if (path.endsWith('/') || isLitter(path)) continue
    if (found.has(path)) refuse('poster_import.unreadable', { problem: `有两个文件都叫 ${path}` })
    if (isBomb(entry)) refuse('poster_import.tooLarge')
    found.set(path, entry)
  }
  return found
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

/** The content; more bytes than the list said, or another checksum, is an error. */
async function readEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const stream = await zip.openReadStreamPromise(entry)
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  const content = Buffer.concat(parts)
  if (crc32(content) !== entry.crc32) throw new Error('wrong checksum')
  return content
}

function damaged(error: unknown): never {
  if (error instanceof Refusal) throw error
  return refuse('poster_import.unreadable', { problem: '不是完整的 ZIP 文件' })
}
