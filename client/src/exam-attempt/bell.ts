import type { Turn } from './turn.ts'

/** The server's word on the deadline, which staff or an outage may have moved. @returns whether it lies later than was known */
export function setDeadline(turn: Turn, deadline: string): boolean {
  const { state } = turn
  const before = state.deadline
  state.deadline = Date.parse(deadline)
  if (state.deadline <= before) return false
  state.extendedTo = state.deadline
  goOn(turn)
  return true
}

/** The bell has rung here, and lies ahead all the same: what is unsaved stays, and more may be answered. */
export function goOn({ state, now }: Turn): void {
  state.standing = null
  state.isSealed = false
  if (state.phase === 'expired' && now + state.offset < state.deadline) state.phase = 'running'
}
