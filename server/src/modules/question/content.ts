import type { questionContent } from '@ce/contract'
import { keepExplanation, typedExplanation } from '@ce/contract/question-explanation'
import { decideOrder, type OptionOrder } from '@ce/contract/question-findings'
import { letterOf } from '@ce/contract/question-options'
import type { z } from 'zod'

/** A question as staff write it; without an order it gets the one that its words need. */
export type QuestionContent = z.output<typeof questionContent>

/** The same as the table holds it. */
export interface QuestionColumns {
  type: QuestionContent['type']
  difficulty: number
  stem: string
  options: { id: string; text: string }[]
  /** ids of the right options */
  answer: string[]
  optionOrder: OptionOrder
  /** names options by markers, not by letters: see question-explanation */
  explanation: string
  tags: string[]
}

const textsOf = (options: readonly { text: string }[]) => options.map(({ text }) => text)

/** A question as the desk writes it, as its columns: options get their letters, the answer is those letters. */
export function toColumns({ options, order, ...content }: QuestionContent): QuestionColumns {
  const { type, stem, explanation } = content
  const wanted = order ?? decideOrder({ ...content, options })
  return {
    ...content,
    options: options.map(({ text }, index) => ({ id: letterOf(index), text })),
    answer: options.flatMap(({ right }, index) => (right ? [letterOf(index)] : [])),
    optionOrder: type === 'JUDGE' ? 'FIXED' : wanted,
    explanation: keepExplanation(explanation, { stem, options: textsOf(options) }),
  }
}

/** The way back from `toColumns`. */
export function toContent(row: QuestionColumns): QuestionContent & { order: OptionOrder } {
  const { type, difficulty, stem, optionOrder: order, tags } = row
  const options = row.options.map(({ id, text }) => ({ text, right: row.answer.includes(id) }))
  const explanation = typedExplanation(row.explanation, { stem, options: textsOf(options) })
  return { type, difficulty, stem, options, order, explanation, tags }
}
