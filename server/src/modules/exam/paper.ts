import { type PaperRequirements, questionCountIndexOf, questionCountOfType } from '@ce/contract/paper-rules'
import { explanationForReading, markOptionLetters, replaceOptionLetters } from '@ce/contract/question-explanation'
import { difficulties, questionTypes } from '@ce/contract/question-options'

export interface BankQuestion {
  id: string
  /** The difficulty is 1 (easy), 2 or 3 (hard). */
  difficulty: number
  type: 'SINGLE' | 'MULTIPLE' | 'JUDGE'
  stem: string
  options: { id: string; text: string }[]
  answer: string[]
  /** FREE lets a paper shuffle the options. */
  order: 'FREE' | 'FIXED'
  explanation: string
}

export interface PaperRules extends PaperRequirements {
  pointsEach: number
  attemptsPerRound: number
}

/** Options get new letters, so that a letter does not reveal the order in the question bank. */
export interface PaperQuestion {
  id: string
  type: 'SINGLE' | 'MULTIPLE' | 'JUDGE'
  stem: string
  points: number
  /** `from` is the id of the option in the question bank. */
  options: { id: string; text: string; from: string }[]
  answer: string[]
  /**
   * Markers in the explanation refer to the option letters of this paper. On older papers they refer to the letters of
   * the question bank, or the explanation is missing.
   */
  explanation?: string
}

export interface Paper {
  questions: PaperQuestion[]
  totalPoints: number
  attemptsPerRound: number
}

/** The SQL in begin.ts computes the same duration. */
export function examSecondsWithExtra(examSeconds: number, percent: number): number {
  return Math.floor((examSeconds * (100 + percent)) / 100)
}

/** Returns an integer from 0 to `below` - 1. */
export type RandomBelow = (below: number) => number

const letters = 'ABCDEFGHIJKLMNOP'

/** Returns null when the question bank has too few questions of a type or difficulty. */
export function drawPaper(bank: BankQuestion[], rules: PaperRules, random: RandomBelow): Paper | null {
  const questions: PaperQuestion[] = []
  for (const type of questionTypes) {
    const drawn = drawType(
      bank.filter((question) => question.type === type),
      type,
      rules,
      random,
    )
    if (!drawn) return null
    for (const question of drawn) questions.push(toPaperQuestion(question, rules.pointsEach, random))
  }
  if (questions.length === 0) return null
  const totalPoints = questions.length * rules.pointsEach
  return { questions, totalPoints, attemptsPerRound: rules.attemptsPerRound }
}

/** Returns null when there are too few questions. */
function drawType(
  bank: BankQuestion[],
  type: BankQuestion['type'],
  rules: PaperRequirements,
  random: RandomBelow,
): BankQuestion[] | null {
  const { mix } = rules
  const free = shuffle(bank, random)
  if (!mix) {
    const count = questionCountOfType(rules, type)
    return free.length < count ? null : free.slice(0, count)
  }
  const drawn: BankQuestion[] = []
  for (const difficulty of difficulties) {
    const count = mix[questionCountIndexOf(type, difficulty)] ?? 0
    const ofLevel = free.filter((question) => question.difficulty === difficulty)
    if (ofLevel.length < count) return null
    drawn.push(...ofLevel.slice(0, count))
  }
  return shuffle(drawn, random)
}

function toPaperQuestion(question: BankQuestion, points: number, random: RandomBelow): PaperQuestion {
  const { id, type, stem } = question
  const options = shownOrder(question, random).map((option, index) => ({
    id: letters[index] ?? `O${index}`,
    text: option.text,
    from: option.id,
  }))
  const answer = options.filter((option) => question.answer.includes(option.from))
  const inBank = question.options.map((option) => option.id)
  const explanation = letteredAs(question.explanation, { inBank, options })
  return { id, type, stem, points, options, answer: answer.map((option) => option.id), explanation }
}

function letteredAs(
  kept: string,
  { inBank, options }: { inBank: readonly string[]; options: PaperQuestion['options'] },
): string {
  return replaceOptionLetters(
    kept,
    inBank.length,
    (place) => options.find(({ from }) => from === inBank[place])?.id ?? '',
  )
}

/** @param inBank the current explanation in the question bank, for papers drawn without an explanation */
export function paperExplanationOf(question: PaperQuestion, inBank: string | undefined): string {
  const { stem, options, explanation } = question
  if (explanation?.includes('{{')) return explanationForReading(explanation, options.length)
  const ordered = options.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  const context = { stem, options: ordered.map(({ text }) => text) }
  const kept = markOptionLetters(explanation ?? inBank ?? '', context)
  const lettered = letteredAs(kept, { inBank: ordered.map(({ from }) => from), options })
  return explanationForReading(lettered, options.length)
}

const shownOrder = ({ order, options }: BankQuestion, random: RandomBelow) =>
  order === 'FREE' ? shuffle(options, random) : options

export function shuffle<Item>(items: readonly Item[], random: RandomBelow): Item[] {
  const copy = [...items]
  for (let last = copy.length - 1; last > 0; last -= 1) {
    const at = random(last + 1)
    const moved = copy[at] as Item
    copy[at] = copy[last] as Item
    copy[last] = moved
  }
  return copy
}

/**
 * Captures are due at the start, then once in each equal part of the first 95 % of the time, in seconds
 * (docs/rules/exam.md#captures).
 */
export function drawCaptures(count: number, examSeconds: number, random: RandomBelow): number[] {
  const stretch = (examSeconds * 0.95) / Math.max(1, count)
  const due = Array.from({ length: count }, (_, index) =>
    // A capture is never due in the first 5 % of its part, so that there is time to take the previous picture.
    Math.floor(stretch * (index + (51 + random(950)) / 1000)),
  )
  return [0, ...due]
}

/** The contract allows at most 100 captures. */
const mostCaptures = 100

/**
 * Returns the number of captures for added time, at the same rate and at least one, or 0 when the attempt takes none.
 * @param so number of captures so far @param before seconds so far
 */
export function countAddedCaptures(so: number, before: number, added: number): number {
  const random = so - 1
  if (random < 1) return 0
  return Math.min(Math.max(1, Math.round((random * added) / before)), mostCaptures - so)
}
