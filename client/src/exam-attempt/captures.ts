import type { AttemptState, Capture, Sitting } from './state.ts'
import { order, type Turn } from './turn.ts'

const retryMs = 5000
const longestRetryMs = 60_000
/** so long a due picture waits for a camera that is being opened */
const patienceMs = 20_000

/** Those of a sitting that begins or goes on; what the server has already is done. */
export function planCaptures({ captures }: Sitting): Capture[] {
  return captures.map((one) => ({ ...planned(one), state: one.received ? 'done' : 'waiting' }))
}

/** Time was added, and more pictures fall due in it. */
export function addCaptures({ state }: Turn, due: { no: number; dueAt: string }[]): void {
  const known = new Set(state.captures.map(({ no }) => no))
  const added = due.filter(({ no }) => !known.has(no)).map(planned)
  if (added.length > 0) state.captures = [...state.captures, ...added]
}

const planned = ({ no, dueAt }: { no: number; dueAt: string }): Capture => ({
  no,
  dueAt: Date.parse(dueAt),
  state: 'waiting',
  failures: 0,
  retryAt: 0,
})

/** Orders what is due, one after the other. Nothing else waits for it (product §4 Exam). */
export function pumpCaptures(turn: Turn): void {
  const { state, now } = turn
  if (state.signedOut || state.captures.some((capture) => capture.state === 'busy')) return
  const next = state.captures.find(
    (capture) => mayGo(state, capture, now) && readyAt(state, capture) <= now,
  )
  if (!next) return
  change(turn, next.no, { state: 'busy' })
  order(turn, { do: 'capture', no: next.no })
}

/** Whether it may be taken and sent at that moment: once nobody writes any more, only what was taken before is still sent. */
function mayGo(state: AttemptState, capture: Capture, at: number): boolean {
  if (capture.state !== 'waiting') return false
  const { until = takenUntil(state, state.deadline) } = capture
  return state.phase === 'running' || (isTaken(capture) && at + state.offset < until)
}

/** The server takes pictures so long after the end; one that comes later is left out. */
const takenUntil = ({ info }: AttemptState, end: number) => end + info.captureLateSeconds * 1000

/** It was tried, so there is a picture, or the reason why there is none. */
const isTaken = ({ state, failures }: Capture) =>
  state === 'busy' || (state === 'waiting' && failures > 0)

/** The attempt is over: what was taken and has not arrived is sent for as long as the server takes it. */
export function endCaptures({ state, now }: Turn): void {
  const until = takenUntil(state, Math.min(now + state.offset, state.deadline))
  state.captures = state.captures.filter(isTaken).map((one) => ({ ...one, until }))
}

/** The network is back: what could not be sent need not wait. */
export function retryCaptures(turn: Turn): void {
  const { state } = turn
  state.captures = state.captures.map((one) => ({ ...one, retryAt: 0 }))
  pumpCaptures(turn)
}

/** When a picture can be taken, epoch ms of this device. */
function readyAt({ offset, camera }: AttemptState, { dueAt, retryAt }: Capture): number {
  const due = Math.max(dueAt - offset, retryAt)
  return camera === 'checking' ? due + patienceMs : due
}

/** `again`: it could not be taken or sent, and is tried later, each time later still. */
export function onCaptured(turn: Turn, no: number, outcome: 'done' | 'again'): void {
  const capture = turn.state.captures.find((one) => one.no === no)
  if (!capture) return
  const failures = capture.failures + 1
  const wait = Math.min(longestRetryMs, retryMs * 2 ** (failures - 1))
  if (outcome === 'done') {
    change(turn, no, { state: 'done' })
    // it may be 待核查 no longer
    if (capture.until) order(turn, { do: 'sync' })
  } else change(turn, no, { state: 'waiting', failures, retryAt: turn.now + wait })
  pumpCaptures(turn)
}

function change({ state }: Turn, no: number, to: Partial<Capture>): void {
  state.captures = state.captures.map((one) => (one.no === no ? { ...one, ...to } : one))
}

/** When the next picture is to be taken, `now` at the soonest, epoch ms of this device; null: none waits that could still go. */
export function nextCaptureAt(state: AttemptState, now: number): number | null {
  if (state.captures.some((one) => one.state === 'busy')) return null
  const times = state.captures
    .map((capture) => ({ capture, at: Math.max(now, readyAt(state, capture)) }))
    .filter(({ capture, at }) => mayGo(state, capture, at))
    .map(({ at }) => at)
  return times.length > 0 ? Math.min(...times) : null
}
