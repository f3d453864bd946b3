import { markOptionLetters, removedOptionText } from './question-explanation.ts'
import { findLetterReferences } from './question-letters.ts'
import { optionFields, optionLetterOf, type QuestionType } from './question-options.ts'
import { findOptionReferences, findPositionReferences } from './question-references.ts'
import type { OptionReference, OptionReferenceContext } from './question-text.ts'
import { findCorruptedText, findOptionsWithoutUnit, findStruckText, optionEqualityKey } from './question-values.ts'

/** FREE allows shuffling; FIXED keeps the order of the bank. */
export const optionOrders = ['FREE', 'FIXED'] as const
export type OptionOrder = (typeof optionOrders)[number]
export const optionOrderLabels: Readonly<Record<OptionOrder, string>> = { FREE: '可打乱', FIXED: '固定' }

export const findingKinds = [
  'OPTION_REFERENCE',
  'UNKNOWN_OPTION',
  'EXPLANATION_PLACE',
  'EXPLANATION_UNSURE',
  'ANSWER_COUNT',
  'EQUAL_OPTIONS',
  'STRUCK',
  'LOST_UNIT',
  'SPOILED',
  'CELL_DOUBT',
  'ORDER_DECIDED',
] as const
export type FindingKind = (typeof findingKinds)[number]

export const findingParts = ['STEM', 'OPTIONS', ...optionFields, 'ANSWER', 'EXPLANATION'] as const
export type FindingPart = (typeof findingParts)[number]

export interface QuestionCheckFinding {
  kind: FindingKind
  part: FindingPart
  quote: string
}

export interface CheckedQuestion {
  type: QuestionType
  stem: string
  options: readonly { text: string; right: boolean }[]
  explanation: string
  /** When missing, the check decides about the option order. */
  order?: OptionOrder | undefined
}

/**
 * Findings about references to letters or positions of options. Until staff accept such a finding, papers do not
 * shuffle the options.
 */
export const orderFindingKinds: readonly FindingKind[] = ['OPTION_REFERENCE', 'EXPLANATION_PLACE', 'EXPLANATION_UNSURE']

const minor: readonly FindingKind[] = ['ORDER_DECIDED', 'CELL_DOUBT']

/** Serious findings block publishing a course and opening a plan. */
export const isSeriousFinding = (kind: FindingKind) => !minor.includes(kind)

/** Increase the version when the check finds more, so that stored questions are checked again. */
export const questionCheckVersion = 2

export function requiredOptionOrder(question: CheckedQuestion): OptionOrder {
  if (question.type === 'JUDGE') return 'FIXED'
  return dependsOnOrder(question).length > 0 ? 'FIXED' : 'FREE'
}

export function checkQuestion(question: CheckedQuestion): QuestionCheckFinding[] {
  const { type, order = requiredOptionOrder(question) } = question
  const moves = type !== 'JUDGE' && order === 'FREE'
  return [
    ...unknownOptions(question),
    ...(moves ? dependsOnOrder(question) : []),
    ...answerCount(question),
    ...equalOptions(question),
    ...values(question),
  ]
}

function contextOf({ stem, options }: CheckedQuestion): OptionReferenceContext {
  return { stem, options: options.map(({ text }) => text) }
}

const optionPart = (index: number): FindingPart => optionFields[index] ?? 'OPTIONS'

function dependsOnOrder(question: CheckedQuestion): QuestionCheckFinding[] {
  const { stem, options, explanation } = question
  const context = contextOf(question)
  const about = (
    kind: FindingKind,
    part: FindingPart,
    found: OptionReference[],
    text?: string,
  ): QuestionCheckFinding[] => (found.length > 0 ? [{ kind, part, quote: quoteOf(found, text) }] : [])
  return [
    ...about('OPTION_REFERENCE', 'STEM', stemReferences(stem, context)),
    ...options.flatMap(({ text }, index) =>
      about('OPTION_REFERENCE', optionPart(index), findOptionReferences(text, context), text),
    ),
    ...about('EXPLANATION_PLACE', 'EXPLANATION', findPositionReferences(explanation)),
    ...about(
      'EXPLANATION_UNSURE',
      'EXPLANATION',
      findLetterReferences(withoutMarkers(explanation), { ...context, within: 'EXPLANATION' }).filter(
        ({ sure }) => !sure,
      ),
    ),
  ]
}

const withoutMarkers = (explanation: string) => explanation.replace(/\{\{[A-J]\}\}/g, '□')

const stemReferences = (stem: string, context: OptionReferenceContext) =>
  findLetterReferences(stem, { ...context, within: 'STEM' }).filter(({ sure }) => sure)

function unknownOptions(question: CheckedQuestion): QuestionCheckFinding[] {
  const { stem, options, explanation } = question
  const context = contextOf(question)
  const beyond = (found: OptionReference[]) =>
    found.filter(({ sure, places }) => sure && places.some((place) => place >= options.length))
  const typed = [...markOptionLetters(explanation, context).matchAll(/\{\{([A-J])\}\}/g)].filter(
    ([, letter = 'A']) => letter.charCodeAt(0) - 65 >= options.length,
  )
  const texts: [FindingPart, string, OptionReference[]][] = [
    ['STEM', stem, stemReferences(stem, context)],
    ...options.map(({ text }, index): [FindingPart, string, OptionReference[]] => [
      optionPart(index),
      text,
      findOptionReferences(text, context),
    ]),
    ['EXPLANATION', explanation, findLetterReferences(explanation, { ...context, within: 'EXPLANATION' })],
  ]
  return texts.flatMap(([part, text, found]): QuestionCheckFinding[] => {
    const unknown = beyond(found)
    const gone = text.includes(removedOptionText) ? removedOptionText : typed[0]?.[0]
    const quote = (part === 'EXPLANATION' && gone) || quoteOf(unknown, part.startsWith('OPTION_') ? text : '')
    return quote ? [{ kind: 'UNKNOWN_OPTION', part, quote }] : []
  })
}

function answerCount({ type, options }: CheckedQuestion): QuestionCheckFinding[] {
  const right = options.flatMap((option, index) => (option.right ? [optionLetterOf(index)] : []))
  const suits = type === 'MULTIPLE' ? right.length >= 2 : right.length === 1
  return suits ? [] : [{ kind: 'ANSWER_COUNT', part: 'ANSWER', quote: right.join('') }]
}

function equalOptions({ options }: CheckedQuestion): QuestionCheckFinding[] {
  const keys = options.map(({ text }) => optionEqualityKey(text))
  return keys.flatMap((key, index): QuestionCheckFinding[] => {
    const first = keys.indexOf(key)
    if (key === '' || first === index) return []
    return [{ kind: 'EQUAL_OPTIONS', part: optionPart(index), quote: optionLetterOf(first) }]
  })
}

/** Finds struck text, missing units and values changed by spreadsheets. */
function values({ stem, options, explanation }: CheckedQuestion): QuestionCheckFinding[] {
  const texts = options.map(({ text }) => text)
  const parts: [FindingPart, string][] = [
    ['STEM', stem],
    ...texts.map((text, index): [FindingPart, string] => [optionPart(index), text]),
    ['EXPLANATION', explanation],
  ]
  return [
    ...parts.flatMap(([part, text]): QuestionCheckFinding[] => {
      const [struck, spoiled] = [findStruckText(text), findCorruptedText(text, texts)]
      return [
        ...(struck ? [{ kind: 'STRUCK', part, quote: struck } as const] : []),
        ...(spoiled ? [{ kind: 'SPOILED', part, quote: spoiled } as const] : []),
      ]
    }),
    ...findOptionsWithoutUnit(texts).map(
      (index): QuestionCheckFinding => ({
        kind: 'LOST_UNIT',
        part: optionPart(index),
        quote: texts[index] ?? '',
      }),
    ),
  ]
}

function quoteOf(found: readonly OptionReference[], text = ''): string {
  if (found.length > 0 && 0 < text.length && text.length <= 30) return text
  return [...new Set(found.map(({ quote }) => quote ?? ''))].join('、').slice(0, 60)
}
