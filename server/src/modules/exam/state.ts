import type { examState, RefusalKey } from '@ce/contract'
import type { z } from 'zod'

export type ExamState = z.output<typeof examState>

export interface AttemptFacts {
  round: number
  no: number
  /** False when staff gave the attempt back, so that it uses up no attempt of the round. */
  counts: boolean
  submittedAt: Date | null
  passed: boolean | null
  voidedAt: Date | null
}

export interface ExamFacts {
  paid: boolean
  studyOpen: boolean
  /** Every lesson is completed in the current round. */
  studied: boolean
  evaluated: boolean
  round: number
  attemptsPerRound: number
  attempts: AttemptFacts[]
}

export type ExamLock = 'NOT_PAID' | 'CLOSED' | 'NOT_STUDIED' | 'NOT_EVALUATED'

export function hasPassed(attempts: AttemptFacts[]): boolean {
  return attempts.some((attempt) => attempt.passed === true && !attempt.voidedAt)
}

function hasRunning(attempts: AttemptFacts[]): boolean {
  return attempts.some((attempt) => !attempt.submittedAt)
}

export const usedAttemptsOf = ({ attempts, round }: ExamFacts) =>
  attempts.filter((attempt) => attempt.round === round && attempt.counts).length

/** Returns 0 before the first attempt of the round. */
export const lastAttemptNoOf = ({ attempts, round }: ExamFacts) =>
  Math.max(0, ...attempts.filter((attempt) => attempt.round === round).map(({ no }) => no))

/** Returns 0 at the start of a re-study round, until the student has completed all lessons again. */
export function attemptsLeftOf(facts: ExamFacts): number {
  if (facts.round > 1 && lastAttemptNoOf(facts) === 0 && !facts.studied) return 0
  return Math.max(0, facts.attemptsPerRound - usedAttemptsOf(facts))
}

/** Returns the first missing condition of the exam. In a started round, study and evaluation count as done. */
export function examLockOf(facts: ExamFacts): ExamLock | null {
  if (!facts.paid) return 'NOT_PAID'
  if (!facts.studyOpen) return 'CLOSED'
  if (lastAttemptNoOf(facts) > 0) return null
  if (!facts.studied) return 'NOT_STUDIED'
  return facts.evaluated ? null : 'NOT_EVALUATED'
}

/**
 * FAILED can be retaken. EXHAUSTED lasts until the re-study is complete, VOID until something follows the voided pass.
 */
export function examStateOf(facts: ExamFacts): ExamState {
  if (hasPassed(facts.attempts)) return 'PASSED'
  if (hasRunning(facts.attempts)) return 'RUNNING'
  const last = facts.attempts.at(-1)
  if (last?.passed && last.voidedAt) return 'VOID'
  const lock = examLockOf(facts)
  if (lock === 'NOT_STUDIED' && facts.round > 1) return 'EXHAUSTED'
  if (lock) return 'LOCKED'
  if (attemptsLeftOf(facts) === 0) return 'EXHAUSTED'
  return usedAttemptsOf(facts) > 0 ? 'FAILED' : 'READY'
}

/** A voided pass shows VOID even when a condition is missing. */
export function displayedExamLockOf(facts: ExamFacts): ExamLock | null {
  const state = examStateOf(facts)
  return state === 'LOCKED' || state === 'VOID' ? examLockOf(facts) : null
}

export function isRoundUsedUp(facts: ExamFacts): boolean {
  return !hasPassed(facts.attempts) && !hasRunning(facts.attempts) && usedAttemptsOf(facts) >= facts.attemptsPerRound
}

/** A student may review an attempt only when the right answers cannot help in another attempt of the round. */
export function mayReviewAttempt(
  attempt: Pick<AttemptFacts, 'round'>,
  facts: Pick<ExamFacts, 'attempts' | 'attemptsPerRound'>,
): boolean {
  if (hasPassed(facts.attempts)) return true
  // The student's running attempt uses the same question bank, so right answers must not be shown now.
  if (hasRunning(facts.attempts)) return false
  const ofRound = facts.attempts.filter(
    ({ round, submittedAt, counts }) => round === attempt.round && submittedAt && counts,
  )
  return ofRound.length >= facts.attemptsPerRound
}

const refusalOfLock = {
  NOT_PAID: 'exam.notPaid',
  CLOSED: 'exam.closed',
  NOT_STUDIED: 'exam.notStudied',
  NOT_EVALUATED: 'exam.notEvaluated',
} as const satisfies Record<ExamLock, RefusalKey>

export function startRefusalKeyOf(facts: ExamFacts): RefusalKey | null {
  if (hasPassed(facts.attempts)) return 'exam.alreadyPassed'
  const lock = examLockOf(facts)
  if (lock === 'NOT_STUDIED' && facts.round > 1) return 'exam.exhausted'
  if (lock) return refusalOfLock[lock]
  return attemptsLeftOf(facts) === 0 ? 'exam.exhausted' : null
}
