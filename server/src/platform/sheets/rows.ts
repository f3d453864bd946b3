import { decodeText } from '../decode-text.ts'
import { csvRows } from './csv.ts'
import { mostLetters, withinLimits } from './limits.ts'
import { oldOrLocked, UnreadableFile } from './unreadable.ts'
import { sheetRows } from './xlsx.ts'

export interface SheetToRead {
  bytes: Uint8Array
  isXlsx: boolean
  /** what need not be gone beyond */
  mostRows: number
}

const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** The cells of a table. A workbook with more than one filled sheet is not one. */
export async function rowsOf({ bytes, isXlsx, mostRows }: SheetToRead): Promise<string[][]> {
  if (!isXlsx) {
    if (Buffer.from(bytes.subarray(0, 8)).equals(compoundFile))
      throw new UnreadableFile(oldOrLocked)
    const text = decodeText(bytes)
    if (text === undefined) throw new UnreadableFile('不是文本文件，或编码无法识别')
    if (text.trim() === '') throw new UnreadableFile('文件是空的')
    return withinLimits(csvRows(text, mostRows), mostLetters.people)
  }
  const { rows, others } = await sheetRows(bytes)
  const names = others
    .slice(0, 5)
    .map(({ name }) => `“${name.slice(0, 31)}”`)
    .join('、')
  if (others.length > 0)
    throw new UnreadableFile(`有几个工作表（还有${names}），请只留要导入的一个`)
  return withinLimits(rows, mostLetters.people)
}
