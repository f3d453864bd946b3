import type { QuestionContent, QuestionShown, QuestionType } from '@ce/client/staff/question.ts'
import { uuid } from '@ce/client/uuid.ts'
import {
  keepExplanation,
  reletterExplanation,
  typedExplanation,
} from '@ce/contract/question-explanation'
import type { OptionOrder } from '@ce/contract/question-findings'
import { judgeOptions, letterOf } from '@ce/contract/question-options'

/** One option while it is edited; `id` tells it apart, however it is moved. */
export interface Choice {
  id: string
  text: string
  right: boolean
}

/** What the form holds. Choices stay while the type is 判断题, so that nothing is lost by looking at it. */
export interface QuestionFields {
  type: QuestionType
  difficulty: number
  stem: string
  options: Choice[]
  /** which of 正确, 错误 is the answer of a 判断题 */
  judge: number | null
  /** has no value of its own: the place for what the server says of the answer */
  answer?: undefined
  /** of a 判断题 it is not asked */
  order: OptionOrder
  explanation: string
  tags: string[]
}

/** Empty; its id tells it apart in the form. */
export const newChoice = (): Choice => ({ id: uuid(), text: '', right: false })

/** A new question with one right answer: four empty options, none of them right yet. */
export function emptyFields(): QuestionFields {
  return {
    type: 'SINGLE',
    difficulty: 2,
    stem: '',
    options: [newChoice(), newChoice(), newChoice(), newChoice()],
    judge: null,
    order: 'FREE',
    explanation: '',
    tags: [],
  }
}

/** A question as its form holds it; `judge` is the place of the right option of a true-or-false one, null: none. */
export function fieldsOf({ options, ...rest }: QuestionShown): QuestionFields {
  const fields = { ...emptyFields(), ...rest }
  if (rest.type === 'JUDGE') fields.order = 'FREE'
  else return { ...fields, options: options.map((option) => ({ ...newChoice(), ...option })) }
  const right = options.findIndex((option) => option.right)
  return { ...fields, judge: right < 0 ? null : right }
}

/** What the fields say, as it is sent and previewed. */
export function contentOf(fields: QuestionFields): QuestionContent {
  const { type, difficulty, stem, options, judge, explanation, tags } = fields
  const order = type === 'JUDGE' ? 'FIXED' : fields.order
  const shown =
    type === 'JUDGE'
      ? judgeOptions.map((text, index) => ({ text, right: index === judge }))
      : options.map(({ text, right }) => ({ text, right }))
  return { type, difficulty, stem, options: shown, order, explanation, tags }
}

/** The choices with one marked or unmarked as right; unless several may be, the others are not. */
export function marked(choices: readonly Choice[], id: string, several: boolean): Choice[] {
  return choices.map((choice) => {
    if (choice.id !== id) return several ? choice : { ...choice, right: false }
    return { ...choice, right: several ? !choice.right : true }
  })
}

/** The choices as a type allows them: of a 单选题 only the first right one stays right. */
export function fitted(choices: readonly Choice[], type: QuestionType): Choice[] {
  if (type === 'MULTIPLE') return [...choices]
  const first = choices.find(({ right }) => right)
  return choices.map((choice) => ({ ...choice, right: choice === first }))
}

/** The explanation after options were moved or removed: what named one of them names it by its new letter. */
export function movedExplanation(
  { stem, explanation }: Pick<QuestionFields, 'stem' | 'explanation'>,
  before: readonly Choice[],
  after: readonly Choice[],
): string {
  const textsOf = (choices: readonly Choice[]) => choices.map(({ text }) => text)
  const kept = keepExplanation(explanation, { stem, options: textsOf(before) })
  const moved = reletterExplanation(kept, before.length, (place) => {
    const at = after.findIndex(({ id }) => id === before[place]?.id)
    return at < 0 ? null : letterOf(at)
  })
  return moved === kept ? explanation : typedExplanation(moved, { stem, options: textsOf(after) })
}
