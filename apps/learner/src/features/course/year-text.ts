import { formatDate, formatHoursUnit, formatLastDay, formatPrice, formatSignWindow } from '@ce/client/format.ts'
import { trialTexts } from '@ce/contract/trial-text'
import type { PlanYear } from './sign-states.ts'
import { planStateLabels, signLabel } from './sign-states.ts'

export const signUpIntroText = '每个年度报名一次。选够学时、缴费后即可学习；往年仍开放的可以补学。'

/** The state of the student's sign-up takes precedence over the state of the plan. */
export function planYearStateMark({ signState, state, employerPays }: PlanYear) {
  return signState && signState !== 'CANCELLED' ? signLabel(signState, { employerPays }) : planStateLabels[state]
}

export function planYearFacts(plan: PlanYear): readonly (readonly [string, string])[] {
  return [
    ['学时要求', requirement(plan)],
    ['费用', formatPrice(plan.price)],
    ...(plan.trial ? [['用途', trialTexts.sign] as const] : []),
    ['报名', formatSignWindow(plan)],
    ['学习截止', formatLastDay(plan.studyEndAt)],
  ]
}

export function signUpClosedText(plan: PlanYear): string {
  return plan.state === 'UPCOMING' ? `${formatDate(plan.signStartAt)} 开始报名` : '本年度已停止报名，如有疑问请联系客服'
}

function requirement({ requiredHours }: PlanYear): string {
  const professional = `专业科目 ${formatHoursUnit(requiredHours.professional)}`
  if (requiredHours.public === 0) return professional
  return `${professional}，公需科目 ${formatHoursUnit(requiredHours.public)}`
}
