import { unreadSheetNo } from '@ce/contract/question-options'
import { csvSheet } from '../../../platform/sheets/csv.ts'
import { mostLetters } from '../../../platform/sheets/limits.ts'
import { otherSheets, textOf } from '../../../platform/sheets/rows.ts'
import type { SheetInfo } from '../../../platform/sheets/sheet.ts'
import { UnreadableFile } from '../../../platform/sheets/unreadable.ts'
import { readWorkbook } from '../../../platform/sheets/xlsx.ts'
import { emptyQuestion, isAiken, readAiken } from './aiken.ts'
import { isGift, readGift } from './gift.ts'
import type { QuestionField, RawQuestion, ReadFile } from './raw.ts'
import { known, mostRows as mostQuestions, readTable, rowsToRead } from './table.ts'

export interface FileToRead {
  bytes: Uint8Array
  isXlsx: boolean
  /** what somebody says the columns are; null: by their titles */
  mapping: (QuestionField | null)[] | null
}

/** Reads a whole file. @throws UnreadableFile */
export async function readFile({ bytes, isXlsx, mapping }: FileToRead): Promise<ReadFile> {
  if (isXlsx) {
    const choice = { sheetName: null, known, mostLetters: mostLetters.questions }
    const book = await readWorkbook(bytes, choice)
    const table = readTable(book.sheet, mapping)
    const questions = table.questions && [
      ...table.questions,
      ...otherSheets(book).map(unread(book.sheet.name)),
    ]
    return { format: 'XLSX', ...table, questions }
  }
  const text = textOf(bytes)
  if (isAiken(text)) return { format: 'AIKEN', questions: notTooMany(readAiken(text)) }
  if (isGift(text)) return { format: 'GIFT', questions: notTooMany(readGift(text)) }
  return {
    format: 'CSV',
    ...readTable(csvSheet(text, rowsToRead, mostLetters.questions), mapping),
  }
}

function notTooMany(questions: RawQuestion[]): RawQuestion[] {
  if (questions.length > mostQuestions)
    throw new UnreadableFile(`超过 ${mostQuestions} 道，请分成几个文件`)
  return questions
}

/** A workbook is often a sheet for each type: nobody must think that all of them were read. */
const unread =
  (read: string) =>
  ({ name, rows }: SheetInfo, index: number): RawQuestion => ({
    ...emptyQuestion(unreadSheetNo + index),
    stem: `工作表“${name}”`,
    problems: [
      {
        column: '工作表',
        problem: `只读取了工作表“${read}”；“${name}”有 ${rows} 行没有读取，请合并到“${read}”或另存为一个文件`,
      },
    ],
  })
