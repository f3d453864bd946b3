import type { AttemptStepContext } from './step-context.ts'

/** @returns whether the new deadline is later */
export function setDeadline(turn: AttemptStepContext, deadline: string): boolean {
  const { state } = turn
  const before = state.deadline
  state.deadline = Date.parse(deadline)
  if (state.deadline <= before) return false
  state.extendedTo = state.deadline
  resumeAfterEarlyDeadline(turn)
  return true
}

/**
 * Continues an attempt that this page ended too early, because the server's deadline is still ahead. Unsaved answers
 * are kept.
 */
export function resumeAfterEarlyDeadline({ state, now }: AttemptStepContext): void {
  state.standing = null
  state.isSealed = false
  if (state.phase === 'expired' && now + state.offset < state.deadline) state.phase = 'running'
}
