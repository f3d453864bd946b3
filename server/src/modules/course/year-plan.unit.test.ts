import { expect, it } from 'vitest'
import { type PlannableCourse, planStepOf, shortestCourseChoice } from './year-plan.ts'

const offer = (courseId: string, hours: number, durationDs: number, change: Partial<PlannableCourse> = {}) => ({
  ...{ courseId, hours, durationDs, title: courseId, subject: 'PROFESSIONAL', required: false },
  ...change,
})
const ids = (offers: PlannableCourse[] | null) => offers?.map(({ courseId }) => courseId)

it('the shortest choice minimises watching time, not the number of electives', () => {
  const offers = [
    offer('must', 60, 900, { required: true }),
    offer('long', 60, 1000),
    offer('short', 30, 300),
    offer('shorter', 30, 200),
    offer('open', 90, 10, { subject: 'PUBLIC' }),
    offer('law', 10, 50, { subject: 'PUBLIC', required: true }),
  ]
  expect(ids(shortestCourseChoice(offers, 60))).toEqual(['must', 'law'])
  expect(ids(shortestCourseChoice(offers, 120))).toEqual(['must', 'law', 'short', 'shorter'])
  expect(ids(shortestCourseChoice(offers, 90))).toEqual(['must', 'law', 'shorter'])
  expect(shortestCourseChoice(offers, 190)).toBeNull()
})

it('no other complete choice is shorter than the proposed one', () => {
  for (let round = 0; round < 200; round += 1) {
    const offers = Array.from({ length: 8 }, (_, index) =>
      offer(String(index), 5 + ((round * 7 + index * 13) % 40), 1 + ((round * 11 + index * 29) % 90)),
    )
    const needed = 20 + (round % 120)
    let best = Number.POSITIVE_INFINITY
    for (let mask = 0; mask < 256; mask += 1) {
      const chosen = offers.filter((_, index) => mask & (1 << index))
      if (chosen.reduce((sum, one) => sum + one.hours, 0) < needed) continue
      best = Math.min(
        best,
        chosen.reduce((sum, one) => sum + one.durationDs, 0),
      )
    }
    const found = shortestCourseChoice(offers, needed)
    const length = found?.reduce((sum, one) => sum + one.durationDs, 0)
    expect(length ?? Number.POSITIVE_INFINITY).toBe(best)
    if (found) expect(found.reduce((sum, one) => sum + one.hours, 0)).toBeGreaterThanOrEqual(needed)
  }
})

it('planStepOf returns the next step that is still possible in a year, such as PAY, STUDY or DONE', () => {
  const none = { professional: 0, public: 0 }
  const some = { professional: 10, public: 10 }
  const of = (
    missing: typeof none,
    planState: 'UPCOMING' | 'OPEN' | 'CLOSED',
    signState?: string,
    employerPays = false,
    earned = none,
  ) => planStepOf({ missing, earned, planState, signState, employerPays })
  expect(of(none, 'CLOSED')).toBe('DONE')
  expect(of({ professional: 0, public: 1 }, 'CLOSED', 'STUDYING')).toBe('PUBLIC')
  expect(of(some, 'CLOSED', 'STUDYING')).toBe('STUDY')
  expect(of(some, 'OPEN', 'UNPAID')).toBe('PAY')
  expect(of(some, 'OPEN', 'UNPAID', true)).toBe('EMPLOYER')
  expect(of(some, 'OPEN', 'CANCELLED')).toBe('SIGN')
  expect(of(some, 'OPEN')).toBe('SIGN')
  expect(of(some, 'UPCOMING')).toBe('WAIT')
  expect(of(some, 'CLOSED')).toBe('ABSENT')
  expect(of(some, 'CLOSED', 'CANCELLED')).toBe('ABSENT')
  expect(of(some, 'CLOSED', 'REFUNDED')).toBe('ABSENT')
  expect(of(some, 'CLOSED', undefined, false, { professional: 0, public: 1 })).toBe('LOST')
  expect(of(some, 'CLOSED', 'EXPIRED')).toBe('LOST')
  expect(of(some, 'OPEN', 'EXPIRED')).toBe('LOST')
})
