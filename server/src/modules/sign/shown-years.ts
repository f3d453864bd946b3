import { type Plan, requiredOf } from '../catalogue/service.ts'
import type { Buckets } from './state.ts'

/** A year as a student sees it listed. */
export interface ShownYear {
  year: number
  title: string
  /** what is earned counts for no registration */
  trial: boolean
  planState: Plan['state']
  /** null: hours were recorded for a year this portal has no plan for; it asks for nothing */
  planId: string | null
  /** tenths */
  required: Buckets
}

/** What is known of a student about years. */
export interface OwnYears {
  signs: readonly { planId: string }[]
  /** years with hours */
  ledger: readonly { year: number }[]
  /** the first one they are asked about; null: all of them */
  since: number | null
}

/** A student has signed up for it, or has hours in it. */
export function isOwnYear({ id, year }: Pick<Plan, 'id' | 'year'>, own: OwnYears): boolean {
  return (
    own.signs.some(({ planId }) => planId === id) || own.ledger.some((entry) => entry.year === year)
  )
}

/** It came before the student did: what it lacks is nothing that anybody asks them for. */
export function isBefore({ year }: Pick<Plan, 'year'>, { since }: OwnYears): boolean {
  return since !== null && year < since
}

/**
 * The years a student is shown, newest first, the same wherever hours are listed by year: those whose sign-up has begun, signed or not – an
 * authority looks at the closed ones too –, from the first that the student is asked about, and those with a sign or hours of one's own.
 */
export function shownYears(plans: readonly Plan[], own: OwnYears): ShownYear[] {
  const planned = plans
    .filter((plan) => isOwnYear(plan, own) || (plan.state !== 'UPCOMING' && !isBefore(plan, own)))
    .map((plan) => ({
      ...{ year: plan.year, title: plan.title, trial: plan.trial },
      ...{ planState: plan.state, planId: plan.id },
      required: requiredOf(plan),
    }))
  const known = new Set(plans.map(({ year }) => year))
  const unplanned = [...new Set(own.ledger.map(({ year }) => year))]
    .filter((year) => !known.has(year))
    .map(withoutPlan)
  return [...planned, ...unplanned].sort((one, two) => two.year - one.year)
}

function withoutPlan(year: number): ShownYear {
  const required = { professional: 0, public: 0 }
  return { year, title: `${year} 年度`, trial: false, planState: 'CLOSED', planId: null, required }
}
