import { endCaptures } from './captures.ts'
import type { ExamInfo, ExamResult } from './state.ts'
import { order, type Turn } from './turn.ts'

/** The server's result is final. `mine`: of the very answers this page submitted; what another page typed since is not among them. */
export function onSubmitted(turn: Turn, result: ExamResult, mine: boolean): void {
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
  order(turn, { do: 'closeCamera' })
  order(turn, { do: 'sync' })
}

/** The contract's guarantee: a refusal of an ended attempt carries its result. */
export function toResult(data: Record<string, unknown>): ExamResult | null {
  return (data.result as ExamResult | undefined) ?? null
}

/** A submitted attempt in the list of sittings, as its submission answered; null while it runs. */
export function resultIn(info: ExamInfo, attemptId: string): ExamResult | null {
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
