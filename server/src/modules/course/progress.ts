export type CourseProgressState = 'TODO' | 'DOING' | 'DONE'

export interface LessonCoverage {
  lessonId: string
  coveredDs: [number, number][]
  done: boolean
}

export interface CourseProgress {
  /** 100 means that the student watched every second. */
  percent: number
  /** The state follows the lessons' `done` flags, so it can be DONE below 100 percent. */
  state: CourseProgressState
}

/** A course without lessons is never DONE. */
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
