import { dayOf, endOfDay } from '@ce/contract/plan-days'
import type { PracticeDate } from '@ce/contract/practice-words'
import type { Plan } from '../catalogue/service.ts'

export interface NextDate {
  kind: PracticeDate
  /** the title of the plan; null: of none */
  plan: string | null
  at: Date
}

/** What the clock can be moved to next: each plan's dates that are still to come, and the midnight that ends the year. */
export function nextDates(plans: readonly Plan[], now: Date): NextDate[] {
  const ofPlans = plans.flatMap(({ title, signStartAt, signEndAt, studyEndAt }): NextDate[] => [
    { kind: 'SIGN_START', plan: title, at: signStartAt },
    { kind: 'SIGN_END', plan: title, at: signEndAt },
    { kind: 'STUDY_END', plan: title, at: studyEndAt },
  ])
  const newYear = new Date(endOfDay(`${dayOf(now).slice(0, 4)}-12-31`))
  return [...ofPlans, { kind: 'NEW_YEAR' as const, plan: null, at: newYear }]
    .filter(({ at }) => at > now)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}
