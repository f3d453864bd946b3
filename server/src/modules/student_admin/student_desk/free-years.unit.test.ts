import fc from 'fast-check'
import { expect, it } from 'vitest'
import { coursesToExchange, type FreeYearCourseProgress } from './free-years.ts'

const standings = (who: string) =>
  fc
    .uniqueArray(
      fc.record({
        planCourseId: fc.constantFrom('a', 'b', 'c', 'd'),
        passed: fc.boolean(),
        creditedDs: fc.constantFrom(0, 10, 600),
      }),
      { selector: ({ planCourseId }) => planCourseId },
    )
    .map((list): FreeYearCourseProgress[] => list.map((one) => ({ ...one, id: `${who}-${one.planCourseId}` })))

const value = ({ passed, creditedDs }: FreeYearCourseProgress) => Number(passed) * 1000 + creditedDs

it('after merging free years each course stays once and never has less progress than before', () => {
  fc.assert(
    fc.property(standings('kept'), standings('closed'), (kept, closed) => {
      const { comes, goes } = coursesToExchange(kept, closed)
      const joined = [...kept.filter(({ id }) => !goes.includes(id)), ...closed.filter(({ id }) => comes.includes(id))]
      const left = [...kept, ...closed].filter((course) => !joined.includes(course))
      for (const list of [joined, left])
        expect(new Set(list.map(({ planCourseId }) => planCourseId)).size).toBe(list.length)
      for (const course of left) {
        const stands = joined.find(({ planCourseId }) => planCourseId === course.planCourseId)
        const better = (stands ? value(stands) : 0) - value(course)
        // When the progress is equal, the kept account wins.
        expect(better).toBeGreaterThanOrEqual(goes.includes(course.id) ? 1 : 0)
      }
    }),
  )
})
