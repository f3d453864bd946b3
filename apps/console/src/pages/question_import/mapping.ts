import type { ColumnMapping } from '@ce/client/staff/question_import.ts'
import { questionFieldWords } from '@ce/contract/import-fields'

/** without these no row makes a question */
const neededFields = ['STEM', 'ANSWER'] as const

/** What is still missing before it can be checked; empty when nothing. */
export function missingWords(mapping: readonly ColumnMapping[number][]): string {
  const missing = neededFields.filter((field) => !mapping.includes(field))
  if (missing.length === 0) return ''
  return `还没有指定哪一列是${missing.map((field) => questionFieldWords[field]).join('、')}`
}
