import {
  formatDate,
  formatHoursUnit,
  formatLastDay,
  formatPrice,
  formatSignWindow,
} from '@ce/client/format.ts'
import { trialWords } from '@ce/contract/trial-words'
import type { PlanYear } from './sign-states.ts'
import { planStates, signMark } from './sign-states.ts'

export const signIntro = '每个年度报名一次。选够学时、缴费后即可学习；往年仍开放的可以补学。'

/** How a year stands for this student: their own sign's state, else the plan's. */
export function yearState({ signState, state, employerPays }: PlanYear) {
  return signState && signState !== 'CANCELLED'
    ? signMark(signState, { employerPays })
    : planStates[state]
}

/** What a year asks and when, as names and texts. */
export function yearFacts(plan: PlanYear): readonly (readonly [string, string])[] {
  return [
    ['学时要求', requirement(plan)],
    ['费用', formatPrice(plan.price)],
    ...(plan.trial ? [['用途', trialWords.sign] as const] : []),
    ['报名', formatSignWindow(plan)],
    ['学习截止', formatLastDay(plan.studyEndAt)],
  ]
}

/** Why there is nothing to do about a year. */
export function closedWords(plan: PlanYear): string {
  return plan.state === 'UPCOMING'
    ? `${formatDate(plan.signStartAt)} 开始报名`
    : '本年度已停止报名，如有疑问请联系客服'
}

function requirement({ requiredHours }: PlanYear): string {
  const professional = `专业科目 ${formatHoursUnit(requiredHours.professional)}`
  if (requiredHours.public === 0) return professional
  return `${professional}，公需科目 ${formatHoursUnit(requiredHours.public)}`
}
