import { retryWaitMs } from '@ce/contract/retry-wait'
import type { AttemptPaper, AttemptState, PlannedCapture } from './state.ts'
import { type AttemptStepContext, addAttemptCommand } from './step-context.ts'

const retry = { firstMs: 5000, longestMs: 60_000 }
/** Milliseconds a due capture waits for a camera that is opening. */
const patienceMs = 20_000

export function planCaptures({ captures }: AttemptPaper): PlannedCapture[] {
  return captures.map((one) => ({ ...planned(one), state: one.received ? 'done' : 'waiting' }))
}

export function addCaptures({ state }: AttemptStepContext, due: { no: number; dueAt: string }[]): void {
  const known = new Set(state.captures.map(({ no }) => no))
  const added = due.filter(({ no }) => !known.has(no)).map(planned)
  if (added.length > 0) state.captures = [...state.captures, ...added]
}

const planned = ({ no, dueAt }: { no: number; dueAt: string }): PlannedCapture => ({
  no,
  dueAt: Date.parse(dueAt),
  state: 'waiting',
  failures: 0,
  retryAt: 0,
})

/** Captures are taken one at a time, and nothing waits for them (docs/rules/exam.md#captures). */
export function takeDueCaptures(turn: AttemptStepContext): void {
  const { state, now } = turn
  if (state.signedOut || state.captures.some((capture) => capture.state === 'busy')) return
  const next = state.captures.find((capture) => mayGo(state, capture, now) && readyAt(state, capture) <= now)
  if (!next) return
  change(turn, next.no, { state: 'busy' })
  addAttemptCommand(turn, { do: 'capture', no: next.no })
}

/** After the end of an attempt, only captures taken before it are sent. */
function mayGo(state: AttemptState, capture: PlannedCapture, at: number): boolean {
  if (capture.state !== 'waiting') return false
  const { until = takenUntil(state, state.deadline) } = capture
  return state.phase === 'running' || (isTaken(capture) && at + state.offset < until)
}

const takenUntil = ({ info }: AttemptState, end: number) => end + info.captureLateSeconds * 1000

const isTaken = ({ state, failures }: PlannedCapture) => state === 'busy' || (state === 'waiting' && failures > 0)

export function endCaptures({ state, now }: AttemptStepContext): void {
  const until = takenUntil(state, Math.min(now + state.offset, state.deadline))
  state.captures = state.captures.filter(isTaken).map((one) => ({ ...one, until }))
}

export function retryCaptures(turn: AttemptStepContext): void {
  const { state } = turn
  state.captures = state.captures.map((one) => ({ ...one, retryAt: 0 }))
  takeDueCaptures(turn)
}

function readyAt({ offset, camera }: AttemptState, { dueAt, retryAt }: PlannedCapture): number {
  const due = Math.max(dueAt - offset, retryAt)
  return camera === 'checking' ? due + patienceMs : due
}

/** `again` means that the capture failed and is retried after a growing delay. */
export function onCaptureFinished(turn: AttemptStepContext, no: number, outcome: 'done' | 'again'): void {
  const capture = turn.state.captures.find((one) => one.no === no)
  if (!capture) return
  const failures = capture.failures + 1
  if (outcome === 'done') {
    change(turn, no, { state: 'done' })
    /**
     * A capture that arrives after the attempt may change its result, which may no longer be 待核查. Fetch the result
     * again.
     */
    if (capture.until) addAttemptCommand(turn, { do: 'sync' })
  } else change(turn, no, { state: 'waiting', failures, retryAt: turn.now + retryWaitMs(failures, retry) })
  takeDueCaptures(turn)
}

function change({ state }: AttemptStepContext, no: number, to: Partial<PlannedCapture>): void {
  state.captures = state.captures.map((one) => (one.no === no ? { ...one, ...to } : one))
}

/** Returns epoch milliseconds, or null when no capture can be sent. */
export function nextCaptureAt(state: AttemptState, now: number): number | null {
  if (state.captures.some((one) => one.state === 'busy')) return null
  const times = state.captures
    .map((capture) => ({ capture, at: Math.max(now, readyAt(state, capture)) }))
    .filter(({ capture, at }) => mayGo(state, capture, at))
    .map(({ at }) => at)
  return times.length > 0 ? Math.min(...times) : null
}
