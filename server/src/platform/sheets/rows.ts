import { decodeText } from '../decode-text.ts'
import { csvSheet } from './csv.ts'
import { mostLetters } from './limits.ts'
import type { Workbook } from './sheet.ts'
import { oldOrLocked, saveAsXlsx, UnreadableFile } from './unreadable.ts'
import { readWorkbook } from './xlsx.ts'

export interface SheetToRead {
  bytes: Uint8Array
  isXlsx: boolean
  /** what need not be gone beyond */
  mostRows: number
  /** of the sheet that somebody chose; null: found */
  sheetName: string | null
  /** what columns are called, by which the sheet is found */
  known: RegExp[]
}

const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** The cells of a table, and what other sheets the file has. @throws UnreadableFile */
export async function rowsOf(input: SheetToRead): Promise<Workbook> {
  const { bytes, isXlsx, mostRows, ...choice } = input
  if (isXlsx) return readWorkbook(bytes, { ...choice, mostLetters: mostLetters.people })
  if (Buffer.from(bytes.subarray(0, 8)).equals(compoundFile)) throw new UnreadableFile(oldOrLocked)
  const sheet = csvSheet(textOf(bytes), mostRows, mostLetters.people)
  return { sheet, sheets: [] }
}

/** a table of a web page, or what Excel wrote in 2003, which many systems send under the name .xls */
const webPage = /^\s*<(?:\?xml|!doctype|html|head|meta|style|table|div)\b|^MIME-Version:/i

/** The text of a file. @throws UnreadableFile for what is none */
export function textOf(bytes: Uint8Array): string {
  const text = decodeText(bytes)
  if (text === undefined)
    throw new UnreadableFile('文件里的文字无法识别，请用 Excel 或 WPS 打开，另存为 .xlsx 后再上传')
  if (text.trim() === '') throw new UnreadableFile('文件是空的，请检查是否选错了文件')
  if (webPage.test(text)) throw new UnreadableFile(saveAsXlsx)
  return text
}
