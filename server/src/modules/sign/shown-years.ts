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

/**
 * The years a student is shown, newest first, the same wherever years are listed: those whose sign-up has begun, signed or not – an
 * authority looks at the closed ones too –, and those with a sign or hours of one's own.
 */
export function shownYears(
  plans: readonly Plan[],
  signs: readonly { planId: string }[],
  ledger: readonly { year: number }[],
): ShownYear[] {
  const signed = new Set(signs.map(({ planId }) => planId))
  const credited = new Set(ledger.map(({ year }) => year))
  const planned = plans
    .filter(({ id, year, state }) => state !== 'UPCOMING' || signed.has(id) || credited.has(year))
    .map((plan) => ({
      ...{ year: plan.year, title: plan.title, trial: plan.trial },
      ...{ planState: plan.state, planId: plan.id },
      required: requiredOf(plan),
    }))
  const known = new Set(plans.map(({ year }) => year))
  const unplanned = [...credited].filter((year) => !known.has(year)).map(withoutPlan)
  return [...planned, ...unplanned].sort((one, two) => two.year - one.year)
}

function withoutPlan(year: number): ShownYear {
  const required = { professional: 0, public: 0 }
  return { year, title: `${year} 年度`, trial: false, planState: 'CLOSED', planId: null, required }
}
