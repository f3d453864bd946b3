export type StepState = 'TODO' | 'DOING' | 'DONE'

/** What the server has credited of one lesson; tenths of a second. */
export interface LessonCoverage {
  lessonId: string
  coveredDs: [number, number][]
  /** the server's own word: enough of the lesson is covered */
  done: boolean
}

export interface CourseProgress {
  /** 0–100, rounded down: 100 only when every second was watched */
  percent: number
  /** by the lessons' done flags, so a course may be DONE below 100 */
  state: StepState
}

/** How far a course is, from its lessons and what is covered of them. A course without lessons is never DONE. */
export function courseProgress(
  lessons: { id: string; durationDs: number }[],
  coverage: LessonCoverage[],
): CourseProgress {
  const byLesson = new Map(coverage.map((row) => [row.lessonId, row]))
  let length = 0
  let covered = 0
  let finished = 0
  for (const { id, durationDs } of lessons) {
    const row = byLesson.get(id)
    length += durationDs
    covered += Math.min(durationDs, lengthOf(row?.coveredDs ?? []))
    if (row?.done) finished += 1
  }
  const percent = length === 0 ? 0 : Math.floor((covered * 100) / length)
  if (lessons.length > 0 && finished === lessons.length) return { percent, state: 'DONE' }
  return { percent, state: covered > 0 || finished > 0 ? 'DOING' : 'TODO' }
}

function lengthOf(stretches: [number, number][]): number {
  return stretches.reduce((sum, [from, to]) => sum + to - from, 0)
}
