import { readQuestionFile } from '../../src/modules/catalogue/question_import/read/file.ts'
import { toReadQuestionRow } from '../../src/modules/catalogue/question_import/read/question-of.ts'
import type { QuestionField } from '../../src/modules/catalogue/question_import/read/raw.ts'

export async function readQuestionTestRows(
  text: string | Buffer,
  options: { isXlsx?: boolean; mapping?: (QuestionField | null)[]; sheet?: string } = {},
) {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  const { isXlsx = false, mapping = null, sheet = null } = options
  const file = { bytes, isXlsx, mapping, sheet }
  const found = await readQuestionFile(file)
  return { ...found, rows: (found.questions ?? []).map(toReadQuestionRow) }
}

export const rightOptionsOf = (content: { options: { text: string; right: boolean }[] } | null | undefined) =>
  content?.options.filter((option) => option.right).map((option) => option.text)
