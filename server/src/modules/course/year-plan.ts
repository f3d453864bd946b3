/** The hours of an offered course are in tenths. */
export interface PlannableCourse {
  courseId: string
  title: string
  subject: string
  required: boolean
  hours: number
  durationDs: number
}

/**
 * Finds the choice of courses that is shortest to watch; null if the offers do not suffice. @param asked professional
 * hours of the plan, in tenths
 */
export function shortestCourseChoice<One extends PlannableCourse>(offers: readonly One[], asked: number): One[] | null {
  const professional = offers.filter(({ subject }) => subject === 'PROFESSIONAL')
  const required = offers.filter((one) => one.required)
  const given = professional.filter((one) => one.required).reduce((sum, { hours }) => sum + hours, 0)
  if (given >= asked) return required
  const electives = leastToWatch(
    professional.filter((one) => !one.required),
    asked - given,
  )
  return electives && [...required, ...electives]
}

interface Way<One> {
  length: number
  taken: One[]
}

/** Finds the choice with dynamic programming: `ways[h]` is the shortest choice of courses with h tenths of an hour. */
function leastToWatch<One extends PlannableCourse>(offers: One[], needed: number): One[] | null {
  const ways: (Way<One> | undefined)[] = [{ length: 0, taken: [] }]
  for (const offer of offers)
    for (let from = needed - 1; from >= 0; from -= 1) {
      const way = ways[from]
      if (!way) continue
      const to = Math.min(needed, from + offer.hours)
      const length = way.length + offer.durationDs
      const there = ways[to]
      if (!there || length < there.length) ways[to] = { length, taken: [...way.taken, offer] }
    }
  return ways[needed]?.taken ?? null
}

export type PlanStep = 'DONE' | 'SIGN' | 'PAY' | 'EMPLOYER' | 'STUDY' | 'WAIT' | 'PUBLIC' | 'LOST' | 'ABSENT'

interface YearFacts {
  missing: { professional: number; public: number }
  earned: { professional: number; public: number }
  planState: 'UPCOMING' | 'OPEN' | 'CLOSED'
  signState: string | undefined
  employerPays: boolean
}

/**
 * Returns the next step of the year. LOST: nothing can complete the year any more. ABSENT: the same, for a student who
 * never took part in the year.
 */
export function planStepOf(facts: YearFacts): PlanStep {
  const { missing, earned, planState, signState, employerPays } = facts
  if (missing.professional === 0) return missing.public === 0 ? 'DONE' : 'PUBLIC'
  if (signState === 'STUDYING') return 'STUDY'
  if (signState === 'UNPAID') return employerPays ? 'EMPLOYER' : 'PAY'
  if (signState === 'EXPIRED') return 'LOST'
  if (planState === 'CLOSED') return earned.professional + earned.public > 0 ? 'LOST' : 'ABSENT'
  return planState === 'UPCOMING' ? 'WAIT' : 'SIGN'
}
