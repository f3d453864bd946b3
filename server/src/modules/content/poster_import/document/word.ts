import { docxPartPaths, readDocx } from '@ce/contract/docx'
import type { ByteContent } from '../../../../platform/files/content.ts'
import { UnreadableFile } from '../../../../platform/sheets/unreadable.ts'
import { contentImportLimits } from '../package/package.ts'
import { unpackEntry } from '../package/unpack.ts'
import { listZipEntries } from '../package/zip-list.ts'

export interface WordDocumentText {
  html: string
  problems: string[]
}

/** Pictures are named by their paths in the Word file. @throws UnreadableFile */
export async function readWordDocument(source: ByteContent): Promise<WordDocumentText> {
  const entries = await listZipEntries(source).catch(() => {
    throw new UnreadableFile('不是完整的 Word 文档（.docx），请在 Word 里打开后另存一次')
  })
  const texts = new Map<string, string>()
  for (const entry of entries) {
    if (!docxPartPaths.some((path) => path === entry.path)) continue
    if (entry.bytes > contentImportLimits.wordPartBytes) throw new UnreadableFile('文档过长，请拆分')
    const pieces: Buffer[] = []
    for await (const piece of unpackEntry(source, entry)) pieces.push(piece)
    texts.set(entry.path, textOf(Buffer.concat(pieces)))
  }
  const read = readDocx((path) => texts.get(path))
  if (!read) throw new UnreadableFile('不是 Word 文档（.docx），请在 Word 或 WPS 里另存为 .docx')
  const problems = []
  if (read.withdrawn) problems.push('已清理：修订中已删除或隐藏的文字')
  if (read.lostPictures > 0) problems.push(`${read.lostPictures} 张图片不在文档里面（只有链接），没有导入`)
  return { html: read.html, problems }
}

/** The standard also allows UTF-16 with BOM. */
function textOf(bytes: Buffer): string {
  const mark = bytes.length > 1 ? bytes.readUInt16LE(0) : 0
  return mark === 0xfeff || mark === 0xfffe
    ? new TextDecoder(mark === 0xfeff ? 'utf-16le' : 'utf-16be').decode(bytes)
    : bytes.toString('utf8')
}
