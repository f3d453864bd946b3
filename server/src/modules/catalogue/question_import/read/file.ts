import type { ByteContent } from '../../../../platform/files/content.ts'
import {
  detectImportTable,
  knownTitlesOf,
  rowsToReadOf,
  type TableReadingChoices,
} from '../../../../platform/imports/table.ts'
import type { ImportReadingResult } from '../../../../platform/imports/uploaded-import.ts'
import { readInProcess } from '../../../../platform/reader/read-apart.ts'
import type { ReadTaskName } from '../../../../platform/reader/task.ts'
import { readCsvSheet } from '../../../../platform/sheets/csv.ts'
import { maxTableCharacters } from '../../../../platform/sheets/limits.ts'
import { decodeTextFile } from '../../../../platform/sheets/rows.ts'
import type { Workbook } from '../../../../platform/sheets/sheet.ts'
import { tableReaderText, UnreadableFile } from '../../../../platform/sheets/unreadable.ts'
import { readWorkbook } from '../../../../platform/sheets/xlsx.ts'
import { isAikenText, parseAiken } from './aiken.ts'
import { isGiftText, parseGift } from './gift.ts'
import type { ParsedQuestionFile, QuestionField, RawQuestion } from './raw.ts'
import { questionTable, toRawQuestion } from './table.ts'

export interface QuestionFileToRead extends TableReadingChoices<QuestionField> {
  bytes: Uint8Array
  isXlsx: boolean
}

export type QuestionReaderInput = Omit<QuestionFileToRead, 'bytes'>

const task: ReadTaskName<QuestionReaderInput, ImportReadingResult> = {
  script: new URL('./task.ts', import.meta.url),
  lane: 'long',
  ...tableReaderText,
}

/** @throws UnreadableFile */
export function readQuestionsInWorker(
  input: QuestionReaderInput,
  about: { owner: string; source: ByteContent },
): AsyncGenerator<ImportReadingResult> {
  return readInProcess(task, input, about)
}

/** @throws UnreadableFile */
export async function readQuestionFile(input: QuestionFileToRead): Promise<ParsedQuestionFile> {
  const { bytes, isXlsx, sheet: sheetName = null } = input
  if (isXlsx) {
    const choice = { sheetName, known: knownTitlesOf(questionTable) }
    const book = await readWorkbook(bytes, { ...choice, mostLetters: maxTableCharacters.questions })
    return { format: 'XLSX', ...readBook(book, input) }
  }
  const text = decodeTextFile(bytes)
  if (isAikenText(text)) return { format: 'AIKEN', questions: notTooMany(parseAiken(text)) }
  if (isGiftText(text)) return { format: 'GIFT', questions: notTooMany(parseGift(text)) }
  const sheet = readCsvSheet(text, rowsToReadOf(questionTable), maxTableCharacters.questions)
  return { format: 'CSV', ...readBook({ sheet, sheets: [] }, input) }
}

function readBook(book: Workbook, wanted: TableReadingChoices<QuestionField>) {
  const { rows, ...found } = detectImportTable(book, wanted, questionTable)
  return { ...found, questions: rows?.map(toRawQuestion) ?? null }
}

function notTooMany(questions: RawQuestion[]): RawQuestion[] {
  const { mostRows: most } = questionTable
  if (questions.length > most) throw new UnreadableFile(`超过 ${most} 道，请分成几个文件`)
  return questions
}
