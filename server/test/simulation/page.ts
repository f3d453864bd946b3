import { randomUUID } from 'node:crypto'
import type { Ranges } from '../../src/modules/study/ranges.ts'
import { learnProcess } from '../../src/modules/study/service.ts'
import type { Deps } from '../../src/platform/deps.ts'
import { Refusal } from '../../src/platform/errors.ts'

/** Who may study what, and how long the lesson is; media in tenths of a second. */
export interface Seat {
  studentId: string
  /** as of two server processes on one database, each with a memory of its own */
  processes: [Deps, Deps]
  signCourseId: string
  lessonId: string
  duration: number
}

export interface Beat {
  playSessionId: string
  seq: number
  event: 'start' | 'beat' | 'pause' | 'seek' | 'end' | 'hide' | 'presence'
  position: number
  intervals: Ranges
  presenceId?: string
}

/** One of the thousand: what it does each 15 s, and what it says it watched. */
export interface Client {
  readonly seat: Seat
  /** every stretch it ever claimed */
  readonly claimed: Ranges
  /** what was honestly played, tenths of a second; null: nobody owes a cheat anything */
  readonly played: number | null
  /** @param tick how many times 15 s have gone by */
  turn(tick: number): Promise<void>
  /** the network is back: what is still unsent is sent */
  finish(): Promise<void>
}

export const tickDs = 150

let turn = 0

/** One or the other process judges the beat. @returns the answer, or null for a refusal by a rule */
export async function send({ studentId, processes, ...lesson }: Seat, beat: Beat) {
  turn += 1
  const deps = processes[turn % 2 === 0 ? 0 : 1]
  const second = (tenths: number) => tenths / 10
  try {
    return await learnProcess(
      deps,
      { studentId, tokenHash: '' },
      {
        ...beat,
        id: lesson.signCourseId,
        lessonId: lesson.lessonId,
        position: second(beat.position),
        intervals: beat.intervals.map(([from, to]) => [second(from), second(to)]),
      },
    )
  } catch (error) {
    if (error instanceof Refusal && error.key.startsWith('course.')) return null
    throw error
  }
}

export const newStart = (position = 0): Beat => ({
  playSessionId: randomUUID(),
  seq: 0,
  event: 'start',
  position,
  intervals: [],
})
