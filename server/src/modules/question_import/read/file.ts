import type { ReportRow } from '../../../platform/db/import-rows.ts'
import { foundTable, hiddenRows } from '../../../platform/imports/found-table.ts'
import { csvSheet } from '../../../platform/sheets/csv.ts'
import { mostLetters } from '../../../platform/sheets/limits.ts'
import { textOf } from '../../../platform/sheets/rows.ts'
import type { Workbook } from '../../../platform/sheets/sheet.ts'
import { UnreadableFile } from '../../../platform/sheets/unreadable.ts'
import { readWorkbook } from '../../../platform/sheets/xlsx.ts'
import { isAiken, readAiken } from './aiken.ts'
import { isGift, readGift } from './gift.ts'
import type { QuestionField, RawQuestion, ReadFile } from './raw.ts'
import { known, mostRows as mostQuestions, readTable, rowsToRead } from './table.ts'

export interface FileToRead {
  bytes: Uint8Array
  isXlsx: boolean
  /** of a workbook, the sheet that somebody named; none: the one with most titles that we know */
  sheet?: string | null
  /** the row of titles that somebody named; none: found */
  headRow?: number | null
  /** what somebody says the columns are; null: by their titles */
  mapping: (QuestionField | null)[] | null
}

/** Reads a whole file. @throws UnreadableFile */
export async function readFile(input: FileToRead): Promise<ReadFile> {
  const { bytes, isXlsx, sheet: sheetName = null } = input
  if (isXlsx) {
    const choice = { sheetName, known, mostLetters: mostLetters.questions }
    return { format: 'XLSX', ...readBook(await readWorkbook(bytes, choice), input) }
  }
  const text = textOf(bytes)
  if (isAiken(text)) return { format: 'AIKEN', questions: notTooMany(readAiken(text)) }
  if (isGift(text)) return { format: 'GIFT', questions: notTooMany(readGift(text)) }
  const sheet = csvSheet(text, rowsToRead, mostLetters.questions)
  return { format: 'CSV', ...readBook({ sheet, sheets: [] }, input) }
}

function readBook(book: Workbook, { mapping: wanted, headRow: head = null }: FileToRead) {
  const table = readTable(book.sheet, { mapping: wanted, head })
  const { columns, mapping, questions } = table
  const hidden: ReportRow[] = hiddenRows(book, table)
  return { columns, mapping, questions, table: foundTable(book, table), hidden }
}

function notTooMany(questions: RawQuestion[]): RawQuestion[] {
  if (questions.length > mostQuestions)
    throw new UnreadableFile(`超过 ${mostQuestions} 道，请分成几个文件`)
  return questions
}
