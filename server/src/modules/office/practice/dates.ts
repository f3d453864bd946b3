import { endOfShanghaiDay, shanghaiDayOf } from '@ce/contract/plan-days'
import type { PracticeDate } from '@ce/contract/practice-text'
import type { Plan } from '../../catalogue/service.ts'

export interface NextPracticeDate {
  kind: PracticeDate
  plan: string | null
  at: Date
}

/** Lists the future dates of each plan, and the midnight after 31 December. */
export function nextPracticeDates(plans: readonly Plan[], now: Date): NextPracticeDate[] {
  const ofPlans = plans.flatMap(({ title, signStartAt, signEndAt, studyEndAt }): NextPracticeDate[] => [
    { kind: 'SIGN_START', plan: title, at: signStartAt },
    { kind: 'SIGN_END', plan: title, at: signEndAt },
    { kind: 'STUDY_END', plan: title, at: studyEndAt },
  ])
  const newYear = new Date(endOfShanghaiDay(`${shanghaiDayOf(now).slice(0, 4)}-12-31`))
  return [...ofPlans, { kind: 'NEW_YEAR' as const, plan: null, at: newYear }]
    .filter(({ at }) => at > now)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}
