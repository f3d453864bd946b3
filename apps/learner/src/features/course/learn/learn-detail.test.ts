import { expect, it } from 'vitest'
import { hasNewLessons, isCourseFinished } from './learn-detail.ts'

it('a course is finished once it has lessons and all lessons are done', () => {
  const finished = (...lessons: boolean[]) => isCourseFinished({ lessons: lessons.map((done) => ({ done })) })
  expect([finished(), finished(true, false), finished(true, true)]).toEqual([false, false, true])
})

it('detects after a reload that the lessons belong to another course version', () => {
  const lessons = (...ids: string[]) => ids.map((id) => ({ id }))
  expect(hasNewLessons(lessons('a', 'b'), lessons('a', 'b'))).toBe(false)
  expect(hasNewLessons(lessons('a', 'b'), lessons('c', 'd', 'e'))).toBe(true)
  expect(hasNewLessons([], [])).toBe(false)
})
