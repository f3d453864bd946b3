import type { examState, RefusalKey } from '@ce/contract'
import type { z } from 'zod'

export type ExamState = z.output<typeof examState>

export interface AttemptFacts {
  round: number
  /** its number in the round */
  no: number
  /** false: staff gave it back, it uses up nothing */
  counts: boolean
  submittedAt: Date | null
  passed: boolean | null
  voidedAt: Date | null
}

export interface ExamFacts {
  paid: boolean
  studyOpen: boolean
  /** every lesson of the course done in the current round */
  studied: boolean
  evaluated: boolean
  /** the current study round, from 1 */
  round: number
  attemptsPerRound: number
  /** of all rounds, oldest first; none is overdue */
  attempts: AttemptFacts[]
}

export type Lock = 'NOT_PAID' | 'CLOSED' | 'NOT_STUDIED' | 'NOT_EVALUATED'

/** A pass that was not voided. */
export function hasPassed(attempts: AttemptFacts[]): boolean {
  return attempts.some((attempt) => attempt.passed === true && !attempt.voidedAt)
}

function hasRunning(attempts: AttemptFacts[]): boolean {
  return attempts.some((attempt) => !attempt.submittedAt)
}

/** Attempts of the current round that count. */
export const usedOf = ({ attempts, round }: ExamFacts) =>
  attempts.filter((attempt) => attempt.round === round && attempt.counts).length

/** The number of the round's last attempt; 0: none was begun. */
export const lastNoOf = ({ attempts, round }: ExamFacts) =>
  Math.max(0, ...attempts.filter((attempt) => attempt.round === round).map(({ no }) => no))

/** Attempts that can be begun now or after evaluating; 0 until a used-up round has been studied again. */
export function attemptsLeftOf(facts: ExamFacts): number {
  if (facts.round > 1 && lastNoOf(facts) === 0 && !facts.studied) return 0
  return Math.max(0, facts.attemptsPerRound - usedOf(facts))
}

/** The first thing missing before this exam opens; whoever has begun a round has studied and evaluated for it. */
export function lockOf(facts: ExamFacts): Lock | null {
  if (!facts.paid) return 'NOT_PAID'
  if (!facts.studyOpen) return 'CLOSED'
  if (lastNoOf(facts) > 0) return null
  if (!facts.studied) return 'NOT_STUDIED'
  return facts.evaluated ? null : 'NOT_EVALUATED'
}

/**
 * The exam's state, derived and never stored. FAILED can be taken again; EXHAUSTED lasts from the last failure
 * until the re-study is complete; VOID until something follows the voided pass.
 */
export function examStateOf(facts: ExamFacts): ExamState {
  if (hasPassed(facts.attempts)) return 'PASSED'
  if (hasRunning(facts.attempts)) return 'RUNNING'
  const last = facts.attempts.at(-1)
  if (last?.passed && last.voidedAt) return 'VOID'
  const lock = lockOf(facts)
  if (lock === 'NOT_STUDIED' && facts.round > 1) return 'EXHAUSTED'
  if (lock) return 'LOCKED'
  if (attemptsLeftOf(facts) === 0) return 'EXHAUSTED'
  return usedOf(facts) > 0 ? 'FAILED' : 'READY'
}

/** The lock that keeps an attempt from being begun beside what the state says: a voided pass stays VOID, whatever is missing for another. */
export function shownLockOf(facts: ExamFacts): Lock | null {
  const state = examStateOf(facts)
  return state === 'LOCKED' || state === 'VOID' ? lockOf(facts) : null
}

/** Every attempt of the current round is spent without a pass: it is time for a re-study round. */
export function roundUsedUp(facts: ExamFacts): boolean {
  return (
    !hasPassed(facts.attempts) &&
    !hasRunning(facts.attempts) &&
    usedOf(facts) >= facts.attemptsPerRound
  )
}

/** An ended sitting may be looked through once its right answers help nobody to the next one of the round. */
export function mayReview(
  attempt: Pick<AttemptFacts, 'round'>,
  facts: Pick<ExamFacts, 'attempts' | 'attemptsPerRound'>,
): boolean {
  if (hasPassed(facts.attempts)) return true
  // the same bank is being asked at this moment
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
} as const satisfies Record<Lock, RefusalKey>

/** Why a new attempt cannot be begun; null: it can. */
export function startRefusal(facts: ExamFacts): RefusalKey | null {
  if (hasPassed(facts.attempts)) return 'exam.alreadyPassed'
  const lock = lockOf(facts)
  if (lock === 'NOT_STUDIED' && facts.round > 1) return 'exam.exhausted'
  if (lock) return refusalOfLock[lock]
  return attemptsLeftOf(facts) === 0 ? 'exam.exhausted' : null
}
