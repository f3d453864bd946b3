import { endCaptures } from './captures.ts'
import type { ExamInfo, ExamResult } from './state.ts'
import { type AttemptStepContext, addAttemptCommand } from './step-context.ts'

/** `mine` means that the result covers this page's answers, except those typed since. */
export function onAttemptSubmitted(turn: AttemptStepContext, result: ExamResult, mine: boolean): void {
  const { state } = turn
  const numbers = (state.sitting?.questions ?? []).map(({ id }, index) => ({ id, no: index + 1 }))
  const sent = mine ? (state.sending?.typed ?? {}) : {}
  const isUnconfirmed = ({ id }: { id: string }) => state.unsaved[id]?.at !== sent[id]?.at
  state.unconfirmed = numbers.filter(isUnconfirmed).map(({ no }) => no)
  state.phase = 'submitted'
  state.result = result
  state.ended = result.attemptId
  state.info = { ...state.info, runningAttemptId: null }
  state.sending = null
  state.standing = null
  state.unsaved = {}
  state.failures = 0
  state.problem = null
  endCaptures(turn)
  state.camera = 'off'
  addAttemptCommand(turn, { do: 'closeCamera' })
  addAttemptCommand(turn, { do: 'sync' })
}

/** The contract guarantees a result in the refusal of an ended attempt. */
export function examResultOfRefusal(data: Record<string, unknown>): ExamResult | null {
  return (data.result as ExamResult | undefined) ?? null
}

/** Returns null while the attempt runs. */
export function resultOfAttempt(info: ExamInfo, attemptId: string): ExamResult | null {
  const attempt = info.attempts.find((one) => one.attemptId === attemptId)
  if (!attempt?.submittedAt) return null
  return {
    attemptId,
    score: attempt.score ?? 0,
    totalPoints: info.rules.totalPoints,
    passMark: info.rules.passMark,
    passed: attempt.passed ?? false,
    right: attempt.right ?? 0,
    wrong: attempt.wrong ?? 0,
    attemptsLeft: info.attemptsLeft,
    receipt: attempt.receipt ?? '',
    submittedBy: attempt.submittedBy ?? 'DEADLINE',
  }
}
