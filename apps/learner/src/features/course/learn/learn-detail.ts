import type { Output } from '@ce/client/call.ts'

export type LearnDetail = Output<'GET /course/v1/learn_course_detail'>
export type Lesson = LearnDetail['lessons'][number]

/** There are lessons, and all are done in this round. */
export function isFinished({ lessons }: { lessons: readonly Pick<Lesson, 'done'>[] }): boolean {
  return lessons.length > 0 && lessons.every(({ done }) => done)
}

/** Whether there are lessons that the page did not open with: another version was published (decision 038). */
export function hasNewLessons(
  opened: readonly Pick<Lesson, 'id'>[],
  lessons: readonly Pick<Lesson, 'id'>[],
): boolean {
  return lessons.some(({ id }) => !opened.some((lesson) => lesson.id === id))
}
