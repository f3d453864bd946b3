import type { questionContent } from '@ce/contract'
import { letterOf } from '@ce/contract/question-options'
import type { z } from 'zod'

/** A question as staff write it. */
export type QuestionContent = z.output<typeof questionContent>

/** The same as the table holds it. */
export interface QuestionColumns {
  type: QuestionContent['type']
  difficulty: number
  stem: string
  options: { id: string; text: string }[]
  /** ids of the right options */
  answer: string[]
  explanation: string
  tags: string[]
}

/** A question as the desk writes it, as its columns: options get their letters, the answer is those letters. */
export function toColumns({ options, ...content }: QuestionContent): QuestionColumns {
  return {
    ...content,
    options: options.map(({ text }, index) => ({ id: letterOf(index), text })),
    answer: options.flatMap(({ right }, index) => (right ? [letterOf(index)] : [])),
  }
}

/** The way back from `toColumns`. */
export function toContent(row: QuestionColumns): QuestionContent {
  const { type, difficulty, stem, explanation, tags } = row
  const options = row.options.map(({ id, text }) => ({ text, right: row.answer.includes(id) }))
  return { type, difficulty, stem, options, explanation, tags }
}
