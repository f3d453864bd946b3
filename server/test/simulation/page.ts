import { randomUUID } from 'node:crypto'
import type { Ranges } from '../../src/modules/learning/study/ranges.ts'
import { learnProcess } from '../../src/modules/learning/study/service.ts'
import type { Deps } from '../../src/platform/deps.ts'
import { Refusal } from '../../src/platform/errors.ts'

export interface SimulatedStudyContext {
  studentId: string
  /** Two server processes that share a database but no memory. */
  processes: [Deps, Deps]
  signCourseId: string
  lessonId: string
  duration: number
}

export interface SimulatedBeat {
  playSessionId: string
  seq: number
  event: 'start' | 'beat' | 'pause' | 'seek' | 'end' | 'hide' | 'presence'
  position: number
  intervals: Ranges
  presenceId?: string
}

export interface SimulatedClient {
  readonly seat: SimulatedStudyContext
  readonly claimed: Ranges
  /** Tenths of a second that were honestly played; null for a cheating learner. */
  readonly played: number | null
  /** @param tick number of the 15 s interval */
  turn(tick: number): Promise<void>
  finish(): Promise<void>
}

export const tickDs = 150

let turn = 0

/** @returns the answer, or null for a refusal */
export async function sendSimulatedBeat(
  { studentId, processes, ...lesson }: SimulatedStudyContext,
  beat: SimulatedBeat,
) {
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

export const newStartBeat = (position = 0): SimulatedBeat => ({
  playSessionId: randomUUID(),
  seq: 0,
  event: 'start',
  position,
  intervals: [],
})
