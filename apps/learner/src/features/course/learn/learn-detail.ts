import type { ClientOutput } from '@ce/client/call.ts'

export type LearnDetail = ClientOutput<'GET /course/v1/learn_course_detail'>
export type Lesson = LearnDetail['lessons'][number]

export function isCourseFinished({ lessons }: { lessons: readonly Pick<Lesson, 'done'>[] }): boolean {
  return lessons.length > 0 && lessons.every(({ done }) => done)
}

/** True if a newly published version has replaced the opened lessons (decision 038). */
export function hasNewLessons(opened: readonly Pick<Lesson, 'id'>[], lessons: readonly Pick<Lesson, 'id'>[]): boolean {
  return lessons.some(({ id }) => !opened.some((lesson) => lesson.id === id))
}
