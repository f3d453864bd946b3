import {
  emptyLessonState,
  type HeartbeatJudgeContext,
  newStudyClock,
  type StudyClockState,
  type StudyHeartbeat,
} from '../../src/modules/learning/study/clock.ts'
import {
  judgeAfterTakeover,
  judgeHeartbeat,
  type TakenOverSessionRemainder,
} from '../../src/modules/learning/study/judge.ts'

/** Length of each lesson in tenths of a second. */
export const testLessonDs = 6000
let drawn = 0
const bench = (now: number, after: number, { end, lessonDs }: Required<Plan>): HeartbeatJudgeContext => ({
  now,
  until: Math.min(now, end),
  today: '2026-03-01',
  duration: lessonDs,
  donePerMille: 950,
  presenceAnswer: 600,
  drawPresence: () => ({ id: `check-${++drawn}`, after }),
})

interface Plan {
  end?: number
  lessonDs?: number
}

/** Simulates the stored study state of one student. A refused heartbeat does not change it. */
export function simulateHeartbeats(after = 9000, given: Plan = {}) {
  const { end = Number.POSITIVE_INFINITY, lessonDs = testLessonDs } = given
  const endOf = (lesson: string | undefined) => (lesson === 'a' ? end : Number.POSITIVE_INFINITY)
  let clock: StudyClockState = newStudyClock(bench(0, after, { end, lessonDs }))
  const lessons = new Map<string, typeof emptyLessonState>()
  const owner = new Map<number, string>()
  /** What is left of play sessions that another page took over. */
  const left = new Map<number, TakenOverSessionRemainder>()
  const nothing: TakenOverSessionRemainder = { time: 0, held: [] }
  return {
    send(now: number, lesson: string, beat: Partial<StudyHeartbeat> & { sessionNo: number; seq: number }) {
      const full: StudyHeartbeat = {
        event: beat.seq === 0 ? 'start' : 'beat',
        position: beat.intervals?.at(-1)?.[1] ?? 0,
        intervals: [],
        presenceId: undefined,
        ...beat,
      }
      if (full.event === 'start') owner.set(full.sessionNo, lesson)
      const name = owner.get(full.sessionNo) ?? lesson
      const late = full.event === 'start' ? undefined : left.get(full.sessionNo)
      const progress = lessons.get(name) ?? emptyLessonState
      if (full.event === 'start' && now >= endOf(name)) return { refusal: 'course.studyClosed' as const }
      const open = full.event === 'start' ? owner.get(clock.sessionNo ?? 0) : name
      const moment = bench(now, after, { end: endOf(open), lessonDs })
      const verdict =
        late === undefined
          ? judgeHeartbeat(clock, progress, full, moment)
          : judgeAfterTakeover(clock, progress, full, late, moment)
      if ('refusal' in verdict) return verdict
      if (late !== undefined) left.set(full.sessionNo, verdict.left ?? nothing)
      else if (full.event === 'start') {
        left.delete(full.sessionNo)
        if (clock.sessionNo !== null && clock.sessionNo !== full.sessionNo)
          left.set(clock.sessionNo, verdict.left ?? nothing)
      }
      clock = verdict.clock
      lessons.set(name, verdict.progress)
      return verdict
    },
    clock: () => clock,
    progress: (lesson = 'a') => lessons.get(lesson) ?? emptyLessonState,
  }
}
