import { readSheet } from 'read-excel-file/node'
import { fromBufferPromise } from 'yauzl'
import { decodeText } from '../../../platform/decode-text.ts'
import { isAiken, readAiken } from './aiken.ts'
import { csvRows } from './csv.ts'
import { isGift, readGift } from './gift.ts'
import { type QuestionField, type ReadFile, UnreadableFile } from './raw.ts'
import { readTable } from './table.ts'

export interface FileToRead {
  bytes: Uint8Array
  isXlsx: boolean
  /** what somebody says the columns are; null: by their titles */
  mapping: (QuestionField | null)[] | null
}

/** Reads a whole file. @throws UnreadableFile */
export async function readFile({ bytes, isXlsx, mapping }: FileToRead): Promise<ReadFile> {
  if (isXlsx) return { format: 'XLSX', ...readTable(await sheetRows(bytes), mapping) }
  const text = decodeText(bytes)
  if (text === undefined) throw new UnreadableFile('不是文本文件，或编码无法识别')
  if (text.trim() === '') throw new UnreadableFile('文件是空的')
  if (isAiken(text)) return { format: 'AIKEN', questions: readAiken(text) }
  if (isGift(text)) return { format: 'GIFT', questions: readGift(text) }
  return { format: 'CSV', ...readTable(csvRows(text), mapping) }
}

/** bytes; 20,000 questions are a tenth of it */
const mostUnpacked = 150 * 1024 * 1024

/** What a workbook says it unfolds to: the parser takes all of it into memory. */
async function requireModest(workbook: Buffer): Promise<void> {
  const zip = await fromBufferPromise(workbook, { lazyEntries: true, validateEntrySizes: true })
  let unpacked = 0
  for await (const entry of zip.eachEntry()) unpacked += entry.uncompressedSize
  if (unpacked > mostUnpacked) throw new UnreadableFile('Excel 文件解压后过大，请分成几个文件')
}

async function sheetRows(bytes: Uint8Array): Promise<string[][]> {
  const workbook = Buffer.from(bytes)
  const damaged = (error: unknown) => {
    throw error instanceof UnreadableFile
      ? error
      : new UnreadableFile('Excel 文件已损坏，或加了密码')
  }
  await requireModest(workbook).catch(damaged)
  const rows = (await readSheet(workbook).catch(damaged)) ?? []
  return rows.map((row) => row.map(cellText))
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  if (typeof cell === 'boolean') return cell ? '对' : '错'
  return String(cell)
}
