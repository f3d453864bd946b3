import type { LessonStudyState } from './clock.ts'
import { splitCreditableRanges } from './judge.ts'
import { type Ranges, subtractRanges, totalLength, unionRanges } from './ranges.ts'

/** All positions and lengths here are tenths of a second (ds). */

export interface AcceptedHeartbeat {
  playSessionId: string
  seq: number
  at: Date
  event: string
  position: number
  intervals: Ranges
  added: number
  lessonDone: boolean
}

export interface RefusedHeartbeat {
  playSessionId: string
  seq: number
  at: Date
  event: string
  position: number
  intervals: Ranges
  reason: string
  times: number
}

/** AHEAD: the range starts beyond the furthest point. CLOCK: the range exceeds the allowance. */
export type PendingReason = 'AHEAD' | 'CLOCK'

export interface HeartbeatExplanation {
  playSessionId: string
  seq: number
  at: Date
  event: string
  position: number
  intervals: Ranges
  played: number
  credited: number
  again: number
  late: number
  waiting: number
  waitingFor: PendingReason | null
  reason: string | null
  times: number
}

/** Replays the stored heartbeats to explain the credit (docs/rules/study.md#why-this-number). */
export function explainHeartbeats(beats: AcceptedHeartbeat[], refused: RefusedHeartbeat[]): HeartbeatExplanation[] {
  let progress: LessonStudyState = { covered: [], furthest: 0, resume: 0, done: false }
  /** Each session keeps its own pending ranges after a takeover. */
  const held = new Map<string, Ranges>()
  const accepted = beats.map((beat): HeartbeatExplanation => {
    const before = held.get(beat.playSessionId) ?? []
    const wanted = subtractRanges(unionRanges(beat.intervals, before), progress.covered)
    const { taken, left, furthest } = splitCreditableRanges(wanted, progress, beat.added)
    const fresh = subtractRanges(beat.intervals, progress.covered)
    const waiting = subtractRanges(fresh, taken)
    const result = {
      ...wordsOf(beat),
      played: totalLength(beat.intervals),
      credited: beat.added,
      again: totalLength(beat.intervals) - totalLength(fresh),
      late: totalLength(subtractRanges(taken, beat.intervals)),
      waiting: totalLength(waiting),
      waitingFor: waitingFor(waiting, furthest),
      reason: null,
      times: 1,
    }
    held.set(beat.playSessionId, left)
    const covered = unionRanges(progress.covered, taken)
    progress = { covered, furthest, resume: 0, done: progress.done || beat.lessonDone }
    return result
  })
  const notes = refused.map(
    ({ reason, times, ...beat }): HeartbeatExplanation => ({
      ...wordsOf(beat),
      played: totalLength(beat.intervals),
      credited: 0,
      again: 0,
      late: 0,
      waiting: 0,
      waitingFor: null,
      reason,
      times,
    }),
  )
  return [...accepted, ...notes].sort((a, b) => b.at.getTime() - a.at.getTime() || b.seq - a.seq)
}

type Words = Pick<HeartbeatExplanation, 'playSessionId' | 'seq' | 'at' | 'event' | 'position' | 'intervals'>

function wordsOf({ playSessionId, seq, at, event, position, intervals }: Words): Words {
  return { playSessionId, seq, at, event, position, intervals }
}

function waitingFor(waiting: Ranges, furthest: number): PendingReason | null {
  const [first] = waiting
  if (!first) return null
  return first[0] > furthest + 10 ? 'AHEAD' : 'CLOCK'
}
