import { addCaptures, takeDueCaptures } from './captures.ts'
import { setDeadline } from './deadline.ts'
import type { AttemptEvent, AttemptState, ExamResult, RequestFailure } from './state.ts'
import { type AttemptStepContext, addAttemptCommand, setServerClock, setTimeBeacon } from './step-context.ts'
import { examResultOfRefusal } from './submit.ts'

/**
 * Milliseconds between heartbeats of a page that saves nothing. The responses also tell when the deadline has moved.
 */
const beatMs = 20_000
/** Milliseconds between heartbeats after a sleep, until the server responds. */
const wokenMs = 3000

/** Returns epoch milliseconds of the device, or null when no heartbeat is due. */
export function nextHeartbeatAt(state: AttemptState): number | null {
  const { phase, beating, heardAt, beatAt, wokeAt } = state
  if (phase !== 'running' || beating) return null
  if (heardAt < wokeAt) return Math.max(wokeAt, beatAt) + wokenMs
  return Math.max(heardAt, beatAt) + beatMs
}

/** Sends a heartbeat when one is due. A save of answers also counts as a heartbeat. */
export function sendDueHeartbeat(turn: AttemptStepContext): void {
  const { state, now } = turn
  const due = nextHeartbeatAt(state)
  if (due !== null && now >= due) requestExamHeartbeat(turn)
}

export function requestExamHeartbeat(turn: AttemptStepContext): void {
  const { state, now } = turn
  if (state.phase !== 'running' || state.beating || state.signedOut) return
  state.beating = true
  state.beatAt = now
  addAttemptCommand(turn, { do: 'beat' })
}

/** Sets clock, time beacon and deadline from the response, and adds the captures of added time. */
export function onHeartbeatAnswered(turn: AttemptStepContext, beat: Extract<AttemptEvent, { on: 'beat' }>): void {
  const { state } = turn
  state.beating = false
  if (state.phase !== 'running' && state.phase !== 'expired') return
  setServerClock(turn, beat.serverNow, beat.sentAt)
  setDeadline(turn, beat.deadline)
  if (state.phase !== 'running') return
  setTimeBeacon(turn, beat.beacon)
  // If a save is waiting or on its way, its response will bring the answers that were saved elsewhere.
  const idle = !state.sending && Object.keys(state.unsaved).length === 0
  if (idle && (beat.savedSeq ?? 0) > state.savedSeq) state.behind = true
  addCaptures(turn, beat.captures)
  takeDueCaptures(turn)
}

/**
 * Does not report a lost network, because failed saves report it.
 * @returns the result if the server has ended the attempt
 */
export function onHeartbeatFailed({ state }: AttemptStepContext, failure: RequestFailure): ExamResult | null {
  state.beating = false
  if (failure.why === 'signedOut') state.signedOut = true
  if (failure.why !== 'refused' || state.phase !== 'running') return null
  return examResultOfRefusal(failure.data)
}
