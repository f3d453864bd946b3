import type { Lesson } from './learn-detail.ts'

/** Whether there are lessons the page did not open with. */
export function bringsNew(
  opened: readonly Pick<Lesson, 'id'>[],
  lessons: readonly Pick<Lesson, 'id'>[],
): boolean {
  return lessons.some(({ id }) => !opened.some((lesson) => lesson.id === id))
}
