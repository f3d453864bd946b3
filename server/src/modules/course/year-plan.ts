/** What is offered, as the planner weighs it; hours in tenths. */
export interface Offer {
  courseId: string
  title: string
  subject: string
  required: boolean
  hours: number
  durationDs: number
}

/**
 * The shortest choice that a plan accepts at sign-up (order/choice.ts): every required course, and of the professional electives those that
 * fill the rest of its hours with the least to watch. The price is the plan's, whatever is chosen. null: what is offered
 * cannot fill it. @param asked the plan's professional hours, tenths
 */
export function shortestChoice<One extends Offer>(
  offers: readonly One[],
  asked: number,
): One[] | null {
  const professional = offers.filter(({ subject }) => subject === 'PROFESSIONAL')
  const required = offers.filter((one) => one.required)
  const given = professional
    .filter((one) => one.required)
    .reduce((sum, { hours }) => sum + hours, 0)
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

/** ways[h]: the shortest choice worth h tenths, those beyond what is needed counted as just that. */
function leastToWatch<One extends Offer>(offers: One[], needed: number): One[] | null {
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

export type PlanStep =
  | 'DONE'
  | 'SIGN'
  | 'PAY'
  | 'EMPLOYER'
  | 'STUDY'
  | 'WAIT'
  | 'PUBLIC'
  | 'LOST'
  | 'ABSENT'

interface YearFacts {
  /** tenths that are missing */
  missing: { professional: number; public: number }
  earned: { professional: number; public: number }
  planState: 'UPCOMING' | 'OPEN' | 'CLOSED'
  signState: string | undefined
  /** the sign's open order is an employer's */
  employerPays: boolean
}

/**
 * What a student can still do about a year. LOST: it can be filled by nothing the portal offers any more. ABSENT: nor is it a year
 * they had part in, with a paid sign or any hours: nobody falls short of what they never took up.
 */
export function stepOf(facts: YearFacts): PlanStep {
  const { missing, earned, planState, signState, employerPays } = facts
  if (missing.professional === 0) return missing.public === 0 ? 'DONE' : 'PUBLIC'
  if (signState === 'STUDYING') return 'STUDY'
  if (signState === 'UNPAID') return employerPays ? 'EMPLOYER' : 'PAY'
  if (signState === 'EXPIRED') return 'LOST'
  if (planState === 'CLOSED') return earned.professional + earned.public > 0 ? 'LOST' : 'ABSENT'
  return planState === 'UPCOMING' ? 'WAIT' : 'SIGN'
}
