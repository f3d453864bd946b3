import { readFile } from '../../src/modules/question_import/read/file.ts'
import { questionOf } from '../../src/modules/question_import/read/question-of.ts'
import type { QuestionField } from '../../src/modules/question_import/read/raw.ts'

/** What a text of some editor becomes, row by row. */
export async function readRows(
  text: string | Buffer,
  options: { isXlsx?: boolean; mapping?: (QuestionField | null)[]; sheet?: string } = {},
) {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  const { isXlsx = false, mapping = null, sheet = null } = options
  const file = { bytes, isXlsx, mapping, sheet }
  const found = await readFile(file)
  return { ...found, rows: (found.questions ?? []).map(questionOf) }
}

export const rightOnes = (
  content: { options: { text: string; right: boolean }[] } | null | undefined,
) => content?.options.filter((option) => option.right).map((option) => option.text)
