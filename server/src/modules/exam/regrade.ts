import { createHash } from 'node:crypto'
import type { RegradeOutcome as Outcome } from '@ce/contract/regrade-outcomes'
import { type Answers, type Correction, correctKey, type Grade, grade, type Key } from './grade.ts'
import type { PaperQuestion } from './paper.ts'

export type { Outcome }
export type RegradeKind = Correction['kind']

/** What is asked by the bank now. */
export interface BankContent {
  type: PaperQuestion['type']
  stem: string
  options: { id: string; text: string }[]
  answer: string[]
}

/**
 * The right letters on this paper by the answer that the bank has now. An option is found by its words, one that was reworded by its place
 * in the bank. Null: a right one is not on the paper, or the question is of another type by now.
 */
export function answerOnPaper(question: PaperQuestion, bank: BankContent): string[] | null {
  if (question.type !== bank.type || question.options.length !== bank.options.length) return null
  const texts = new Set(question.options.map(({ text }) => text))
  const bankTexts = new Set(bank.options.map(({ text }) => text))
  const letters = bank.answer.map((id) => {
    const right = bank.options.find((option) => option.id === id)
    if (!right) return null
    if (texts.has(right.text)) return question.options.find(({ text }) => text === right.text)?.id
    const sameId = question.options.find(({ from }) => from === id)
    // an option whose words stand elsewhere in the bank now is another one
    return sameId && !bankTexts.has(sameId.text) ? sameId.id : null
  })
  const found = letters.filter((letter) => letter !== null && letter !== undefined)
  return found.length === letters.length ? found.sort() : null
}

/** Whether a paper asks the question just as the bank does now, with the same answer. */
export function asksAsNow(question: PaperQuestion, bank: BankContent): boolean {
  const textsOf = (options: readonly { text: string }[]) => options.map(({ text }) => text).sort()
  const rightOf = question.options.filter(({ id }) => question.answer.includes(id))
  const rightNow = bank.options.filter(({ id }) => bank.answer.includes(id))
  const said = (type: string, stem: string, all: string[], right: string[]) =>
    JSON.stringify([type, stem, all, right])
  return (
    said(question.type, question.stem, textsOf(question.options), textsOf(rightOf)) ===
    said(bank.type, bank.stem, textsOf(bank.options), textsOf(rightNow))
  )
}

/** A sitting's result as it stands. */
export interface Standing extends Grade {
  passed: boolean
}

/** What marking anew needs to know of a sitting beside its paper. */
export interface Sat {
  /** null: it runs, or was not begun */
  standing: Standing | null
  begun: boolean
  voided: boolean
  accountClosed: boolean
  /** another sitting of the same course stands as passed */
  passedElsewhere: boolean
}

/** The result of a paper by the key it was drawn with and what was decided about it. */
export function gradeAnew(
  key: Key,
  corrections: readonly Correction[],
  { answers, passMark }: { answers: Answers; passMark: number },
): Standing {
  const marked = grade(correctKey(key, corrections), answers)
  return { ...marked, passed: marked.score >= passMark }
}

/** @param mayLose staff said why passes may be lost, and were shown that this one is; a void sitting has none to lose */
export function outcomeOf(sat: Sat, now: Standing, mayLose: boolean): Outcome {
  const { standing } = sat
  if (!standing) return sat.begun ? 'RUNNING' : 'NOT_BEGUN'
  if (sat.accountClosed) return 'ACCOUNT_CLOSED'
  if (standing.passed && !now.passed && !mayLose) return 'PASS_KEPT'
  if (sat.voided) return 'VOID'
  if (standing.passed && !now.passed) return 'PASS_LOST'
  if (!standing.passed && now.passed)
    return sat.passedElsewhere ? 'PASSED_ELSEWHERE' : 'PASS_GAINED'
  if (now.score > standing.score) return 'SCORE_UP'
  return now.score < standing.score ? 'SCORE_DOWN' : 'SAME'
}

/** Whether what was marked anew takes the place of the result. */
export function takesPlace(outcome: Outcome, before: Standing, now: Standing): boolean {
  if (outcome === 'PASS_KEPT' || outcome === 'PASSED_ELSEWHERE' || outcome === 'ACCOUNT_CLOSED')
    return false
  return JSON.stringify(resultOf(before)) !== JSON.stringify(resultOf(now))
}

const resultOf = ({ score, right, wrong, passed }: Standing) => [score, right, wrong, passed]

/** Names what somebody was shown, or a part of it. */
export function digestOf(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}
