import { cellOf, type PaperNeed, typeNeed } from '@ce/contract/paper-rules'
import {
  keepExplanation,
  plainExplanation,
  reletterExplanation,
} from '@ce/contract/question-explanation'
import { difficulties, questionTypes } from '@ce/contract/question-options'

/** A question as the bank holds it; see listBank of question. */
export interface BankQuestion {
  id: string
  /** 1–3 */
  difficulty: number
  type: 'SINGLE' | 'MULTIPLE' | 'JUDGE'
  stem: string
  options: { id: string; text: string }[]
  answer: string[]
  /** FREE: the options may be shuffled */
  order: 'FREE' | 'FIXED'
  explanation: string
}

export interface PaperRules extends PaperNeed {
  pointsEach: number
  attemptsPerRound: number
}

/** One drawn question. Options are lettered as shown, so a letter says nothing about the bank's order. */
export interface PaperQuestion {
  id: string
  type: 'SINGLE' | 'MULTIPLE' | 'JUDGE'
  stem: string
  points: number
  /** `from`: the option's id in the bank */
  options: { id: string; text: string; from: string }[]
  /** the right letters, sorted */
  answer: string[]
  /**
   * As it was when the paper was drawn, naming options by this paper's letters in markers (question-explanation). Papers of before have
   * the bank's letters without markers, those of the portal's first days none.
   */
  explanation?: string
}

/** What one attempt is asked and judged by, with the rules as they stood at its start. */
export interface Paper {
  questions: PaperQuestion[]
  totalPoints: number
  attemptsPerRound: number
}

/** What an attempt lasts whose student was granted so much more time; begin.ts works it out the same way. */
export function secondsWithExtra(examSeconds: number, percent: number): number {
  return Math.floor((examSeconds * (100 + percent)) / 100)
}

/** A whole number from 0 up to, not including, `below`. */
export type Random = (below: number) => number

const letters = 'ABCDEFGHIJKLMNOP'

/** Draws a paper by the course's rules; null when the bank has too few questions of a kind. */
export function drawPaper(bank: BankQuestion[], rules: PaperRules, random: Random): Paper | null {
  const questions: PaperQuestion[] = []
  for (const type of questionTypes) {
    const drawn = drawType(
      bank.filter((question) => question.type === type),
      type,
      rules,
      random,
    )
    if (!drawn) return null
    for (const question of drawn)
      questions.push(toPaperQuestion(question, rules.pointsEach, random))
  }
  if (questions.length === 0) return null
  const totalPoints = questions.length * rules.pointsEach
  return { questions, totalPoints, attemptsPerRound: rules.attemptsPerRound }
}

/** The questions of one type, easy and hard ones mixed; null: too few. */
function drawType(
  bank: BankQuestion[],
  type: BankQuestion['type'],
  rules: PaperNeed,
  random: Random,
): BankQuestion[] | null {
  const { mix } = rules
  const free = shuffled(bank, random)
  if (!mix) {
    const count = typeNeed(rules, type)
    return free.length < count ? null : free.slice(0, count)
  }
  const drawn: BankQuestion[] = []
  for (const difficulty of difficulties) {
    const count = mix[cellOf(type, difficulty)] ?? 0
    const ofLevel = free.filter((question) => question.difficulty === difficulty)
    if (ofLevel.length < count) return null
    drawn.push(...ofLevel.slice(0, count))
  }
  return shuffled(drawn, random)
}

function toPaperQuestion(question: BankQuestion, points: number, random: Random): PaperQuestion {
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

/** A kept explanation with the letters that a paper gave the options, which the bank has in this order. */
function letteredAs(
  kept: string,
  { inBank, options }: { inBank: readonly string[]; options: PaperQuestion['options'] },
): string {
  return reletterExplanation(
    kept,
    inBank.length,
    (place) => options.find(({ from }) => from === inBank[place])?.id ?? '',
  )
}

/**
 * Why the answer of a question is right, in the letters of its paper. @param inBank the explanation that the bank has now, for papers that
 * were drawn without one
 */
export function explanationOn(question: PaperQuestion, inBank: string | undefined): string {
  const { stem, options, explanation } = question
  if (explanation?.includes('{{')) return plainExplanation(explanation, options.length)
  // the bank gives its options letters in their order
  const ordered = options.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  const context = { stem, options: ordered.map(({ text }) => text) }
  const kept = keepExplanation(explanation ?? inBank ?? '', context)
  const lettered = letteredAs(kept, { inBank: ordered.map(({ from }) => from), options })
  return plainExplanation(lettered, options.length)
}

const shownOrder = ({ order, options }: BankQuestion, random: Random) =>
  order === 'FREE' ? shuffled(options, random) : options

/** Fisher–Yates, on a copy. */
export function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
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
 * When captures fall due, seconds after the start: the first at once, then one at a random moment of each
 * equal stretch, never in an attempt's very last twentieth (product §4: at the start and at random moments).
 */
export function drawCaptures(count: number, examSeconds: number, random: Random): number[] {
  const stretch = (examSeconds * 0.95) / Math.max(1, count)
  const due = Array.from({ length: count }, (_, index) =>
    // never right after the one before: there is time to take it
    Math.floor(stretch * (index + (51 + random(950)) / 1000)),
  )
  return [0, ...due]
}

/** the wire takes no number above it */
const mostCaptures = 100

/**
 * How many captures time that is added brings: as dense as before, at least one; none where none are taken.
 * @param so captures the attempt has, the one at its start included @param before its time until now, seconds
 */
export function furtherCaptures(so: number, before: number, added: number): number {
  const random = so - 1
  if (random < 1) return 0
  return Math.min(Math.max(1, Math.round((random * added) / before)), mostCaptures - so)
}
