import { keepExplanation, removedOption } from './question-explanation.ts'
import { letterReferences } from './question-letters.ts'
import { letterOf, optionFields, type QuestionType } from './question-options.ts'
import { explanationPlaces, optionReferences } from './question-references.ts'
import type { Reference, ReferenceContext } from './question-text.ts'
import { equalKey, lacksUnit, spoiledPart, struckPart } from './question-values.ts'

/** FREE: papers shuffle the options · FIXED: they stand as in the bank. */
export const optionOrders = ['FREE', 'FIXED'] as const
export type OptionOrder = (typeof optionOrders)[number]
export const orderNames: Readonly<Record<OptionOrder, string>> = { FREE: '可打乱', FIXED: '固定' }

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

/** What a check has found in a question: of a kind, in a part, about some words of it. */
export interface Finding {
  kind: FindingKind
  part: FindingPart
  quote: string
}

/** A question to be checked, its explanation as staff write it. */
export interface CheckedQuestion {
  type: QuestionType
  stem: string
  options: readonly { text: string; right: boolean }[]
  explanation: string
  /** not said: as the check decides */
  order?: OptionOrder | undefined
}

/** Until somebody has accepted one of these, papers keep the order of the options. */
export const orderFindings: readonly FindingKind[] = [
  'OPTION_REFERENCE',
  'EXPLANATION_PLACE',
  'EXPLANATION_UNSURE',
]

const minor: readonly FindingKind[] = ['ORDER_DECIDED', 'CELL_DOUBT']

/** A course is not published and a plan not opened before it is mended or accepted; the others are only shown. */
export const isSerious = (kind: FindingKind) => !minor.includes(kind)

/** grows when the check finds more: stored questions are then checked once more */
export const checkVersion = 2

/** The order a question needs as it stands. */
export function decideOrder(question: CheckedQuestion): OptionOrder {
  if (question.type === 'JUDGE') return 'FIXED'
  return dependsOnOrder(question).length > 0 ? 'FIXED' : 'FREE'
}

/** Everything that is doubtful in a question; empty: nothing. */
export function checkQuestion(question: CheckedQuestion): Finding[] {
  const { type, order = decideOrder(question) } = question
  const moves = type !== 'JUDGE' && order === 'FREE'
  return [
    ...unknownOptions(question),
    ...(moves ? dependsOnOrder(question) : []),
    ...answerCount(question),
    ...equalOptions(question),
    ...values(question),
  ]
}

function contextOf({ stem, options }: CheckedQuestion): ReferenceContext {
  return { stem, options: options.map(({ text }) => text) }
}

const optionPart = (index: number): FindingPart => optionFields[index] ?? 'OPTIONS'

function dependsOnOrder(question: CheckedQuestion): Finding[] {
  const { stem, options, explanation } = question
  const context = contextOf(question)
  const about = (
    kind: FindingKind,
    part: FindingPart,
    found: Reference[],
    text?: string,
  ): Finding[] => (found.length > 0 ? [{ kind, part, quote: quoteOf(found, text) }] : [])
  return [
    ...about('OPTION_REFERENCE', 'STEM', stemReferences(stem, context)),
    ...options.flatMap(({ text }, index) =>
      about('OPTION_REFERENCE', optionPart(index), optionReferences(text, context), text),
    ),
    ...about('EXPLANATION_PLACE', 'EXPLANATION', explanationPlaces(explanation)),
    ...about(
      'EXPLANATION_UNSURE',
      'EXPLANATION',
      letterReferences(withoutMarkers(explanation), { ...context, within: 'EXPLANATION' }).filter(
        ({ sure }) => !sure,
      ),
    ),
  ]
}

/** What staff marked themselves needs no guess. */
const withoutMarkers = (explanation: string) => explanation.replace(/\{\{[A-J]\}\}/g, '□')

const stemReferences = (stem: string, context: ReferenceContext) =>
  letterReferences(stem, { ...context, within: 'STEM' }).filter(({ sure }) => sure)

function unknownOptions(question: CheckedQuestion): Finding[] {
  const { stem, options, explanation } = question
  const context = contextOf(question)
  const beyond = (found: Reference[]) =>
    found.filter(({ sure, places }) => sure && places.some((place) => place >= options.length))
  const typed = [...keepExplanation(explanation, context).matchAll(/\{\{([A-J])\}\}/g)].filter(
    ([, letter = 'A']) => letter.charCodeAt(0) - 65 >= options.length,
  )
  const texts: [FindingPart, string, Reference[]][] = [
    ['STEM', stem, stemReferences(stem, context)],
    ...options.map(({ text }, index): [FindingPart, string, Reference[]] => [
      optionPart(index),
      text,
      optionReferences(text, context),
    ]),
    [
      'EXPLANATION',
      explanation,
      letterReferences(explanation, { ...context, within: 'EXPLANATION' }),
    ],
  ]
  return texts.flatMap(([part, text, found]): Finding[] => {
    const unknown = beyond(found)
    const gone = text.includes(removedOption) ? removedOption : typed[0]?.[0]
    const quote =
      (part === 'EXPLANATION' && gone) || quoteOf(unknown, part.startsWith('OPTION_') ? text : '')
    return quote ? [{ kind: 'UNKNOWN_OPTION', part, quote }] : []
  })
}

function answerCount({ type, options }: CheckedQuestion): Finding[] {
  const right = options.flatMap((option, index) => (option.right ? [letterOf(index)] : []))
  const suits = type === 'MULTIPLE' ? right.length >= 2 : right.length === 1
  return suits ? [] : [{ kind: 'ANSWER_COUNT', part: 'ANSWER', quote: right.join('') }]
}

function equalOptions({ options }: CheckedQuestion): Finding[] {
  const keys = options.map(({ text }) => equalKey(text))
  return keys.flatMap((key, index): Finding[] => {
    const first = keys.indexOf(key)
    if (key === '' || first === index) return []
    return [{ kind: 'EQUAL_OPTIONS', part: optionPart(index), quote: letterOf(first) }]
  })
}

/** What became of a text on its way: struck out, without its unit, worked out by a table. */
function values({ stem, options, explanation }: CheckedQuestion): Finding[] {
  const texts = options.map(({ text }) => text)
  const parts: [FindingPart, string][] = [
    ['STEM', stem],
    ...texts.map((text, index): [FindingPart, string] => [optionPart(index), text]),
    ['EXPLANATION', explanation],
  ]
  return [
    ...parts.flatMap(([part, text]): Finding[] => {
      const [struck, spoiled] = [struckPart(text), spoiledPart(text, texts)]
      return [
        ...(struck ? [{ kind: 'STRUCK', part, quote: struck } as const] : []),
        ...(spoiled ? [{ kind: 'SPOILED', part, quote: spoiled } as const] : []),
      ]
    }),
    ...lacksUnit(texts).map(
      (index): Finding => ({
        kind: 'LOST_UNIT',
        part: optionPart(index),
        quote: texts[index] ?? '',
      }),
    ),
  ]
}

/** The words in question; of a short text all of it. */
function quoteOf(found: readonly Reference[], text = ''): string {
  if (found.length > 0 && 0 < text.length && text.length <= 30) return text
  return [...new Set(found.map(({ quote }) => quote ?? ''))].join('、').slice(0, 60)
}
