import type { QuestionContent, QuestionType, ShownQuestion } from '@ce/client/staff/question.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import { explanationForEditing, markOptionLetters, replaceOptionLetters } from '@ce/contract/question-explanation'
import type { OptionOrder } from '@ce/contract/question-findings'
import { optionLetterOf, trueFalseOptions } from '@ce/contract/question-options'

/** An option in the question form; its `id` stays the same when the option moves. */
export interface EditedOption {
  id: string
  text: string
  right: boolean
}

/**
 * The fields of the question form. They keep the options while the type is 判断题, so that switching back loses nothing.
 */
export interface QuestionFields {
  type: QuestionType
  difficulty: number
  stem: string
  options: EditedOption[]
  judge: number | null
  answer?: undefined
  order: OptionOrder
  explanation: string
  tags: string[]
}

export const newEditedOption = (): EditedOption => ({ id: randomUuid(), text: '', right: false })

/** A new question starts with four empty options, none of them right. */
export function emptyQuestionFields(): QuestionFields {
  return {
    type: 'SINGLE',
    difficulty: 2,
    stem: '',
    options: [newEditedOption(), newEditedOption(), newEditedOption(), newEditedOption()],
    judge: null,
    order: 'FREE',
    explanation: '',
    tags: [],
  }
}

/** Converts a question to form fields. `judge` is the index of the right option of a true/false question, or null. */
export function toQuestionFields({ options, ...rest }: ShownQuestion): QuestionFields {
  const fields = { ...emptyQuestionFields(), ...rest }
  if (rest.type === 'JUDGE') fields.order = 'FREE'
  else return { ...fields, options: options.map((option) => ({ ...newEditedOption(), ...option })) }
  const right = options.findIndex((option) => option.right)
  return { ...fields, judge: right < 0 ? null : right }
}

export function questionContentOf(fields: QuestionFields): QuestionContent {
  const { type, difficulty, stem, options, judge, explanation, tags } = fields
  const order = type === 'JUDGE' ? 'FIXED' : fields.order
  const shown =
    type === 'JUDGE'
      ? trueFalseOptions.map((text, index) => ({ text, right: index === judge }))
      : options.map(({ text, right }) => ({ text, right }))
  return { type, difficulty, stem, options: shown, order, explanation, tags }
}

/** Marks an option as right; unless `several` is set, the other options are unmarked. */
export function markOption(choices: readonly EditedOption[], id: string, several: boolean): EditedOption[] {
  return choices.map((choice) => {
    if (choice.id !== id) return several ? choice : { ...choice, right: false }
    return { ...choice, right: several ? !choice.right : true }
  })
}

/** For the type 单选题 only the first right option stays marked. */
export function fitOptionsToType(choices: readonly EditedOption[], type: QuestionType): EditedOption[] {
  if (type === 'MULTIPLE') return [...choices]
  const first = choices.find(({ right }) => right)
  return choices.map((choice) => ({ ...choice, right: choice === first }))
}

/** Updates the option letters in the explanation after options moved or were removed. */
export function relabelExplanation(
  { stem, explanation }: Pick<QuestionFields, 'stem' | 'explanation'>,
  before: readonly EditedOption[],
  after: readonly EditedOption[],
): string {
  const textsOf = (choices: readonly EditedOption[]) => choices.map(({ text }) => text)
  const kept = markOptionLetters(explanation, { stem, options: textsOf(before) })
  const moved = replaceOptionLetters(kept, before.length, (place) => {
    const at = after.findIndex(({ id }) => id === before[place]?.id)
    return at < 0 ? null : optionLetterOf(at)
  })
  return moved === kept ? explanation : explanationForEditing(moved, { stem, options: textsOf(after) })
}
