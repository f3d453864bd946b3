import { expect, it } from 'vitest'
import { hasNewLessons, isFinished } from './learn-detail.ts'

it('a course is finished once it has lessons and all are done', () => {
  const finished = (...lessons: boolean[]) =>
    isFinished({ lessons: lessons.map((done) => ({ done })) })
  expect([finished(), finished(true, false), finished(true, true)]).toEqual([false, false, true])
})

it('lessons of another version are told from the same ones loaded again', () => {
  const lessons = (...ids: string[]) => ids.map((id) => ({ id }))
  expect(hasNewLessons(lessons('a', 'b'), lessons('a', 'b'))).toBe(false)
  expect(hasNewLessons(lessons('a', 'b'), lessons('c', 'd', 'e'))).toBe(true)
  expect(hasNewLessons([], [])).toBe(false)
})
