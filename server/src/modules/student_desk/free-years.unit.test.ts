import fc from 'fast-check'
import { expect, it } from 'vitest'
import { coursesThatChange, type Standing } from './free-years.ts'

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
    .map((list): Standing[] => list.map((one) => ({ ...one, id: `${who}-${one.planCourseId}` })))

const value = ({ passed, creditedDs }: Standing) => Number(passed) * 1000 + creditedDs

it('whatever two accounts have, each course is there once and none stands worse than in either', () => {
  fc.assert(
    fc.property(standings('kept'), standings('closed'), (kept, closed) => {
      const { comes, goes } = coursesThatChange(kept, closed)
      const joined = [
        ...kept.filter(({ id }) => !goes.includes(id)),
        ...closed.filter(({ id }) => comes.includes(id)),
      ]
      const left = [...kept, ...closed].filter((course) => !joined.includes(course))
      for (const list of [joined, left])
        expect(new Set(list.map(({ planCourseId }) => planCourseId)).size).toBe(list.length)
      for (const course of left) {
        const stands = joined.find(({ planCourseId }) => planCourseId === course.planCourseId)
        const better = (stands ? value(stands) : 0) - value(course)
        // of equals the kept account's stays
        expect(better).toBeGreaterThanOrEqual(goes.includes(course.id) ? 1 : 0)
      }
    }),
  )
})
