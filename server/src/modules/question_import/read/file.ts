import { unreadSheetNo } from '@ce/contract/question-options'
import { decodeText } from '../../../platform/decode-text.ts'
import { csvRows } from '../../../platform/sheets/csv.ts'
import { mostLetters, withinLimits } from '../../../platform/sheets/limits.ts'
import { UnreadableFile } from '../../../platform/sheets/unreadable.ts'
import { sheetRows, type UnreadSheet } from '../../../platform/sheets/xlsx.ts'
import { emptyQuestion, isAiken, readAiken } from './aiken.ts'
import { isGift, readGift } from './gift.ts'
import type { QuestionField, RawQuestion, ReadFile } from './raw.ts'
import { mostRows as mostQuestions, readTable, rowsToRead } from './table.ts'

export interface FileToRead {
  bytes: Uint8Array
  isXlsx: boolean
  /** what somebody says the columns are; null: by their titles */
  mapping: (QuestionField | null)[] | null
}

/** Reads a whole file. @throws UnreadableFile */
export async function readFile({ bytes, isXlsx, mapping }: FileToRead): Promise<ReadFile> {
  if (isXlsx) {
    const { rows, others } = await sheetRows(bytes)
    const table = readTable(withinLimits(rows, mostLetters.questions), mapping)
    const questions = table.questions && [...table.questions, ...others.map(unread)]
    return { format: 'XLSX', ...table, questions }
  }
  const text = decodeText(bytes)
  if (text === undefined) throw new UnreadableFile('不是文本文件，或编码无法识别')
  if (text.trim() === '') throw new UnreadableFile('文件是空的')
  if (isAiken(text)) return { format: 'AIKEN', questions: notTooMany(readAiken(text)) }
  if (isGift(text)) return { format: 'GIFT', questions: notTooMany(readGift(text)) }
  return {
    format: 'CSV',
    ...readTable(withinLimits(csvRows(text, rowsToRead), mostLetters.questions), mapping),
  }
}

function notTooMany(questions: RawQuestion[]): RawQuestion[] {
  if (questions.length > mostQuestions)
    throw new UnreadableFile(`超过 ${mostQuestions} 道，请分成几个文件`)
  return questions
}

/** A workbook is often a sheet for each type: nobody must think that all of them were read. */
function unread({ name, rows }: UnreadSheet, index: number): RawQuestion {
  const problem = `只读取第一个工作表；“${name}”有 ${rows} 行没有读取，请移到第一个或另存为一个文件`
  return {
    ...emptyQuestion(unreadSheetNo + index),
    stem: `工作表“${name}”`,
    problems: [{ column: '工作表', problem }],
  }
}
