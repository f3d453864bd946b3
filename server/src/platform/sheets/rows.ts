import { decodeText } from '../decode-text.ts'
import { readCsvSheet } from './csv.ts'
import { maxTableCharacters } from './limits.ts'
import type { Workbook } from './sheet.ts'
import { oldOrLockedWorkbookText, saveAsXlsxText, UnreadableFile } from './unreadable.ts'
import { readWorkbook } from './xlsx.ts'

export interface SheetToRead {
  bytes: Uint8Array
  isXlsx: boolean
  mostRows: number
  /** Name of the chosen sheet; null to detect it. */
  sheetName: string | null
  known: RegExp[]
}

const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** @throws UnreadableFile. */
export async function readWorkbookRows(input: SheetToRead): Promise<Workbook> {
  const { bytes, isXlsx, mostRows, ...choice } = input
  if (isXlsx) return readWorkbook(bytes, { ...choice, mostLetters: maxTableCharacters.people })
  if (Buffer.from(bytes.subarray(0, 8)).equals(compoundFile)) throw new UnreadableFile(oldOrLockedWorkbookText)
  const sheet = readCsvSheet(decodeTextFile(bytes), mostRows, maxTableCharacters.people)
  return { sheet, sheets: [] }
}

/** The start of an HTML table or of Excel 2003 XML, which many systems save as .xls. */
const webPage = /^\s*<(?:\?xml|!doctype|html|head|meta|style|table|div)\b|^MIME-Version:/i

/** @throws UnreadableFile for content that is not text. */
export function decodeTextFile(bytes: Uint8Array): string {
  const text = decodeText(bytes)
  if (text === undefined)
    throw new UnreadableFile('文件里的文字无法识别，请用 Excel 或 WPS 打开，另存为 .xlsx 后再上传')
  if (text.trim() === '') throw new UnreadableFile('文件是空的，请检查是否选错了文件')
  if (webPage.test(text)) throw new UnreadableFile(saveAsXlsxText)
  return text
}
