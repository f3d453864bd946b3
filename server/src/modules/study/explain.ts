import type { Progress } from './clock.ts'
import { take } from './judge.ts'
import { lengthOf, type Ranges, union, without } from './ranges.ts'

/** All positions and lengths here are tenths of a second (ds). */

/** A beat as it was kept, accepted. */
export interface AcceptedBeat {
  playSessionId: string
  seq: number
  at: Date
  event: string
  position: number
  intervals: Ranges
  /** what it credited */
  added: number
  lessonDone: boolean
}

/** The same, refused. */
export interface RefusedNote {
  playSessionId: string
  seq: number
  at: Date
  event: string
  position: number
  intervals: Ranges
  reason: string
  times: number
}

/** Why what a beat brought was not credited with it: beyond the furthest point, or more than the clock allowed. */
export type Waiting = 'AHEAD' | 'CLOCK'

export interface Explained {
  playSessionId: string
  seq: number
  at: Date
  event: string
  position: number
  intervals: Ranges
  /** what it reported as played */
  played: number
  credited: number
  /** of what it reported: credited before */
  again: number
  /** of what it credited: reported by earlier beats */
  late: number
  /** of what it reported: not credited with it */
  waiting: number
  waitingFor: Waiting | null
  /** why it was refused as a whole; null: it was accepted */
  reason: string | null
  /** how often it came */
  times: number
}

/**
 * Product §4 "Why this number?": goes through a lesson's beats as the judge did, in the order they were written, and
 * tells of each what it brought and what became of it. What each credited is what the ledger of beats says.
 */
export function explain(beats: AcceptedBeat[], refused: RefusedNote[]): Explained[] {
  let progress: Progress = { covered: [], furthest: 0, resume: 0, done: false }
  /** each session's own, also when another has taken over */
  const held = new Map<string, Ranges>()
  const accepted = beats.map((beat): Explained => {
    const before = held.get(beat.playSessionId) ?? []
    const wanted = without(union(beat.intervals, before), progress.covered)
    const { taken, left, furthest } = take(wanted, progress, beat.added)
    const fresh = without(beat.intervals, progress.covered)
    const waiting = without(fresh, taken)
    const result = {
      ...wordsOf(beat),
      played: lengthOf(beat.intervals),
      credited: beat.added,
      again: lengthOf(beat.intervals) - lengthOf(fresh),
      late: lengthOf(without(taken, beat.intervals)),
      waiting: lengthOf(waiting),
      waitingFor: waitingFor(waiting, furthest),
      reason: null,
      times: 1,
    }
    held.set(beat.playSessionId, left)
    const covered = union(progress.covered, taken)
    progress = { covered, furthest, resume: 0, done: progress.done || beat.lessonDone }
    return result
  })
  const notes = refused.map(
    ({ reason, times, ...beat }): Explained => ({
      ...wordsOf(beat),
      played: lengthOf(beat.intervals),
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

type Words = Pick<Explained, 'playSessionId' | 'seq' | 'at' | 'event' | 'position' | 'intervals'>

function wordsOf({ playSessionId, seq, at, event, position, intervals }: Words): Words {
  return { playSessionId, seq, at, event, position, intervals }
}

function waitingFor(waiting: Ranges, furthest: number): Waiting | null {
  const [first] = waiting
  if (!first) return null
  return first[0] > furthest + 10 ? 'AHEAD' : 'CLOCK'
}
