import type { questionContent } from '@ce/contract'
import { explanationForEditing, markOptionLetters } from '@ce/contract/question-explanation'
import { type OptionOrder, requiredOptionOrder } from '@ce/contract/question-findings'
import { optionLetterOf } from '@ce/contract/question-options'
import type { z } from 'zod'

/** Without `order` (the option order), the question's texts decide whether options may be shuffled. */
export type QuestionContent = z.output<typeof questionContent>

export interface QuestionColumns {
  type: QuestionContent['type']
  difficulty: number
  stem: string
  options: { id: string; text: string }[]
  answer: string[]
  optionOrder: OptionOrder
  /** Refers to options by marks instead of letters; see `question-explanation`. */
  explanation: string
  tags: string[]
}

const textsOf = (options: readonly { text: string }[]) => options.map(({ text }) => text)

/** Assigns letters to the options and stores the right answer as letters. */
export function toQuestionColumns({ options, order, ...content }: QuestionContent): QuestionColumns {
  const { type, stem, explanation } = content
  const wanted = order ?? requiredOptionOrder({ ...content, options })
  return {
    ...content,
    options: options.map(({ text }, index) => ({ id: optionLetterOf(index), text })),
    answer: options.flatMap(({ right }, index) => (right ? [optionLetterOf(index)] : [])),
    optionOrder: type === 'JUDGE' ? 'FIXED' : wanted,
    explanation: markOptionLetters(explanation, { stem, options: textsOf(options) }),
  }
}

export function toQuestionContent(row: QuestionColumns): QuestionContent & { order: OptionOrder } {
  const { type, difficulty, stem, optionOrder: order, tags } = row
  const options = row.options.map(({ id, text }) => ({ text, right: row.answer.includes(id) }))
  const explanation = explanationForEditing(row.explanation, { stem, options: textsOf(options) })
  return { type, difficulty, stem, options, order, explanation, tags }
}
