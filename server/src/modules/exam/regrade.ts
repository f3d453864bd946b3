import { createHash } from 'node:crypto'
import type { RegradeOutcome as Outcome } from '@ce/contract/regrade-outcomes'
import {
  type AnswerKey,
  type AnswerKeyCorrection,
  type AnswersByQuestion,
  applyAnswerKeyCorrections,
  gradePaper,
  type PaperGrade,
} from './grade.ts'
import type { PaperQuestion } from './paper.ts'

export type { Outcome }
export type RegradeKind = AnswerKeyCorrection['kind']

export interface CurrentBankQuestion {
  type: PaperQuestion['type']
  stem: string
  options: { id: string; text: string }[]
  answer: string[]
}

/**
 * Options are matched by text, and reworded options by id. Returns null when a right option is not on the paper or the
 * type has changed.
 */
export function currentAnswerOnPaper(question: PaperQuestion, bank: CurrentBankQuestion): string[] | null {
  if (question.type !== bank.type || question.options.length !== bank.options.length) return null
  const texts = new Set(question.options.map(({ text }) => text))
  const bankTexts = new Set(bank.options.map(({ text }) => text))
  const letters = bank.answer.map((id) => {
    const right = bank.options.find((option) => option.id === id)
    if (!right) return null
    if (texts.has(right.text)) return question.options.find(({ text }) => text === right.text)?.id
    const sameId = question.options.find(({ from }) => from === id)
    return sameId && !bankTexts.has(sameId.text) ? sameId.id : null
  })
  const found = letters.filter((letter) => letter !== null && letter !== undefined)
  return found.length === letters.length ? found.sort() : null
}

export function isQuestionUnchanged(question: PaperQuestion, bank: CurrentBankQuestion): boolean {
  const textsOf = (options: readonly { text: string }[]) => options.map(({ text }) => text).sort()
  const rightOf = question.options.filter(({ id }) => question.answer.includes(id))
  const rightNow = bank.options.filter(({ id }) => bank.answer.includes(id))
  const said = (type: string, stem: string, all: string[], right: string[]) => JSON.stringify([type, stem, all, right])
  return (
    said(question.type, question.stem, textsOf(question.options), textsOf(rightOf)) ===
    said(bank.type, bank.stem, textsOf(bank.options), textsOf(rightNow))
  )
}

export interface CurrentExamResult extends PaperGrade {
  passed: boolean
}

export interface RegradeInput {
  /** The value is null when the attempt is running or not started. */
  standing: CurrentExamResult | null
  begun: boolean
  voided: boolean
  accountClosed: boolean
  passedElsewhere: boolean
}

export function computeRegradedResult(
  key: AnswerKey,
  corrections: readonly AnswerKeyCorrection[],
  { answers, passMark }: { answers: AnswersByQuestion; passMark: number },
): CurrentExamResult {
  const marked = gradePaper(applyAnswerKeyCorrections(key, corrections), answers)
  return { ...marked, passed: marked.score >= passMark }
}

/** @param mayLose true when staff saw that this pass will be lost and gave a reason for it */
export function regradeOutcomeOf(sat: RegradeInput, now: CurrentExamResult, mayLose: boolean): Outcome {
  const { standing } = sat
  if (!standing) return sat.begun ? 'RUNNING' : 'NOT_BEGUN'
  if (sat.accountClosed) return 'ACCOUNT_CLOSED'
  if (standing.passed && !now.passed && !mayLose) return 'PASS_KEPT'
  if (sat.voided) return 'VOID'
  if (standing.passed && !now.passed) return 'PASS_LOST'
  if (!standing.passed && now.passed) return sat.passedElsewhere ? 'PASSED_ELSEWHERE' : 'PASS_GAINED'
  if (now.score > standing.score) return 'SCORE_UP'
  return now.score < standing.score ? 'SCORE_DOWN' : 'SAME'
}

export function doesRegradeReplaceResult(outcome: Outcome, before: CurrentExamResult, now: CurrentExamResult): boolean {
  if (outcome === 'PASS_KEPT' || outcome === 'PASSED_ELSEWHERE' || outcome === 'ACCOUNT_CLOSED') return false
  return JSON.stringify(resultOf(before)) !== JSON.stringify(resultOf(now))
}

const resultOf = ({ score, right, wrong, passed }: CurrentExamResult) => [score, right, wrong, passed]

/** Identifies the preview, or a part of it, that staff saw. */
export function previewDigestOf(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}
