import {
  type Beat,
  type Bench,
  type Clock,
  newClock,
  noProgress,
} from '../../src/modules/study/clock.ts'
import { judge, judgeLate, type Left } from '../../src/modules/study/judge.ts'

/** of each lesson, tenths of a second */
export const duration = 6000
let drawn = 0
const bench = (now: number, after: number, { end, lessonDs }: Required<Plan>): Bench => ({
  now,
  until: Math.min(now, end),
  today: '2026-03-01',
  duration: lessonDs,
  donePerMille: 950,
  presenceAnswer: 600,
  drawPresence: () => ({ id: `check-${++drawn}`, after }),
})

interface Plan {
  /** when study of lesson a ends */
  end?: number
  lessonDs?: number
}

/** One student with lessons by name, as the store keeps them; refusals change nothing. A check falls due after so much study. */
export function desk(after = 9000, given: Plan = {}) {
  const { end = Number.POSITIVE_INFINITY, lessonDs = duration } = given
  const endOf = (lesson: string | undefined) => (lesson === 'a' ? end : Number.POSITIVE_INFINITY)
  let clock: Clock = newClock(bench(0, after, { end, lessonDs }))
  const lessons = new Map<string, typeof noProgress>()
  const owner = new Map<number, string>()
  /** of sessions taken over: what they have left */
  const left = new Map<number, Left>()
  const nothing: Left = { time: 0, held: [] }
  return {
    send(now: number, lesson: string, beat: Partial<Beat> & { sessionNo: number; seq: number }) {
      const full: Beat = {
        event: beat.seq === 0 ? 'start' : 'beat',
        position: beat.intervals?.at(-1)?.[1] ?? 0,
        intervals: [],
        presenceId: undefined,
        ...beat,
      }
      if (full.event === 'start') owner.set(full.sessionNo, lesson)
      const name = owner.get(full.sessionNo) ?? lesson
      const late = full.event === 'start' ? undefined : left.get(full.sessionNo)
      const progress = lessons.get(name) ?? noProgress
      if (full.event === 'start' && now >= endOf(name))
        return { refusal: 'course.studyClosed' as const }
      const open = full.event === 'start' ? owner.get(clock.sessionNo ?? 0) : name
      const moment = bench(now, after, { end: endOf(open), lessonDs })
      const verdict =
        late === undefined
          ? judge(clock, progress, full, moment)
          : judgeLate(clock, progress, full, late, moment)
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
    progress: (lesson = 'a') => lessons.get(lesson) ?? noProgress,
  }
}
