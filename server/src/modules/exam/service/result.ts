import { refuse } from '../../../platform/errors.ts'
import type { Attempt } from '../store/attempts.ts'

/**
 * A submitted attempt as its student sees it, the same at every repeat: attemptsLeft counts to the end
 * of its own round, as it stood when the paper was drawn.
 */
export function resultOf(attempt: Attempt) {
  const { score, rightCount, wrongCount, passed, receipt, submittedBy } = attempt
  if (
    score === null ||
    rightCount === null ||
    wrongCount === null ||
    passed === null ||
    receipt === null ||
    submittedBy === null
  )
    throw new Error('a result was asked of an attempt that is not submitted')
  return {
    attemptId: attempt.id,
    score,
    totalPoints: attempt.totalPoints,
    passMark: attempt.passMark,
    passed,
    right: rightCount,
    wrong: wrongCount,
    attemptsLeft: attempt.attemptsLeft,
    receipt,
    submittedBy,
  }
}

/** Nothing more is taken for an ended attempt; its result goes out with the refusal. */
export function refuseEnded(attempt: Attempt): never {
  const key = attempt.submittedBy === 'DEADLINE' ? 'exam.deadlinePassed' : 'exam.submitted'
  return refuse(key, { result: resultOf(attempt) })
}

/** Handed in by a page's clock while the deadline lies ahead: it was moved meanwhile, or that clock is fast. */
export function rangEarly(byClock: boolean, { deadline, now }: Clock): boolean {
  return byClock && now < deadline
}

/** The attempt runs on: its page learns until when. */
export function refuseEarly({ deadline, now }: Clock): never {
  return refuse('exam.deadlineMoved', { deadline, serverNow: now })
}

interface Clock {
  deadline: Date
  now: Date
}
