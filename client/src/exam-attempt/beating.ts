import { setDeadline } from './bell.ts'
import { addCaptures, pumpCaptures } from './captures.ts'
import { toResult } from './ending.ts'
import type { AttemptEvent, AttemptState, ExamResult, Failure } from './state.ts'
import { order, setBeacon, setClock, type Turn } from './turn.ts'

/** so often the server hears of a page that saves nothing, and the page of a deadline that was moved */
const beatMs = 20_000
/** and of one whose device has slept, until it has told what time it is */
const wokenMs = 3000

/** When the next sign of life is due, epoch ms of this device; null: none is. */
export function nextBeatAt(state: AttemptState): number | null {
  const { phase, beating, heardAt, beatAt, wokeAt } = state
  if (phase !== 'running' || beating) return null
  if (heardAt < wokeAt) return Math.max(wokeAt, beatAt) + wokenMs
  return Math.max(heardAt, beatAt) + beatMs
}

/** Sends one if it is due; any save counts as one. */
export function pumpBeat(turn: Turn): void {
  const { state, now } = turn
  const due = nextBeatAt(state)
  if (due !== null && now >= due) beatNow(turn)
}

/** A sign of life at once: a save has told of a later deadline, the rest comes with the next beat. */
export function beatNow(turn: Turn): void {
  const { state, now } = turn
  if (state.phase !== 'running' || state.beating || state.signedOut) return
  state.beating = true
  state.beatAt = now
  order(turn, { do: 'beat' })
}

/** It was answered: clock, beacon and deadline are set by it, and captures that added time brought. */
export function onBeat(turn: Turn, beat: Extract<AttemptEvent, { on: 'beat' }>): void {
  const { state } = turn
  state.beating = false
  if (state.phase !== 'running' && state.phase !== 'expired') return
  setClock(turn, beat.serverNow, beat.sentAt)
  setDeadline(turn, beat.deadline)
  if (state.phase !== 'running') return
  setBeacon(turn, beat.beacon)
  // with something on its way, or waiting, that tells it
  const idle = !state.sending && Object.keys(state.unsaved).length === 0
  if (idle && (beat.savedSeq ?? 0) > state.savedSeq) state.behind = true
  addCaptures(turn, beat.captures)
  pumpCaptures(turn)
}

/** Out of reach is told by the saves. @returns the result of an attempt that the server has ended */
export function onNotBeaten({ state }: Turn, failure: Failure): ExamResult | null {
  state.beating = false
  if (failure.why === 'signedOut') state.signedOut = true
  if (failure.why !== 'refused' || state.phase !== 'running') return null
  return toResult(failure.data)
}
