import { expect, it } from 'vitest'
import { isFinished } from './learn-detail.ts'

it('a course is finished once it has lessons and all are done', () => {
  const finished = (...lessons: boolean[]) =>
    isFinished({ lessons: lessons.map((done) => ({ done })) })
  expect([finished(), finished(true, false), finished(true, true)]).toEqual([false, false, true])
})
