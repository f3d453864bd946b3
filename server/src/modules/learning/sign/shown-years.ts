import { requiredHoursOf } from '../../catalogue/required-courses.ts'
import type { Plan } from '../../catalogue/service.ts'
import type { SubjectTenths } from './state.ts'

export interface ShownYear {
  year: number
  title: string
  trial: boolean
  planState: Plan['state']
  /** Null for a year without a plan. */
  planId: string | null
  required: SubjectTenths
}

export interface StudentYearFacts {
  signs: readonly { planId: string }[]
  ledger: readonly { year: number }[]
  /** First year that concerns the student; null if all years concern the student. */
  since: number | null
}

export function hasSignOrHours({ id, year }: Pick<Plan, 'id' | 'year'>, own: StudentYearFacts): boolean {
  return own.signs.some(({ planId }) => planId === id) || own.ledger.some((entry) => entry.year === year)
}

/** Missing hours of a year before registration do not concern the student. */
export function isBeforeRegistration({ year }: Pick<Plan, 'year'>, { since }: StudentYearFacts): boolean {
  return since !== null && year < since
}

/** Shows years from `since` whose sign-up has begun, and all years in which the student has a sign or hours. */
export function yearsShownToStudent(plans: readonly Plan[], own: StudentYearFacts): ShownYear[] {
  const planned = plans
    .filter((plan) => hasSignOrHours(plan, own) || (plan.state !== 'UPCOMING' && !isBeforeRegistration(plan, own)))
    .map((plan) => ({
      ...{ year: plan.year, title: plan.title, trial: plan.trial },
      ...{ planState: plan.state, planId: plan.id },
      required: requiredHoursOf(plan),
    }))
  const known = new Set(plans.map(({ year }) => year))
  const unplanned = [...new Set(own.ledger.map(({ year }) => year))].filter((year) => !known.has(year)).map(withoutPlan)
  return [...planned, ...unplanned].sort((one, two) => two.year - one.year)
}

function withoutPlan(year: number): ShownYear {
  const required = { professional: 0, public: 0 }
  return { year, title: `${year} 年度`, trial: false, planState: 'CLOSED', planId: null, required }
}
