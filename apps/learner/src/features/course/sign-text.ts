import {
  formatCourseLength,
  formatFen,
  formatHours,
  formatHoursUnit,
  formatLastDay,
  formatPrice,
} from '@ce/client/format.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { trialTexts } from '@ce/contract/trial-text'
import { ownPaymentText } from '../invitation/notes.ts'
import type { CourseChoice, OfferedCourse } from './course-choice.ts'
import type { PlanYear } from './sign-states.ts'
import { employerPaysText } from './sign-states.ts'

export function courseChoiceIntro(plan: PlanYear): string {
  return `必修课程已包含在内；有选修课程的，请勾选至达到要求学时。学习截止 ${formatLastDay(plan.studyEndAt)}，${plan.price === 0 ? '报名' : '缴费'}后不能更改课程。`
}

const waitsWords = '本年度已有待支付的订单；改选课程后，原订单由新订单代替。'

export function courseChoiceState({ signState, state, price, employerPays }: PlanYear): {
  open: boolean
  note: { kind: 'info' | 'warning'; text: string } | null
} {
  if (employerPays) return { open: false, note: { kind: 'info', text: employerPaysText.choice } }
  if (signState !== undefined && !['CANCELLED', 'UNPAID', 'REFUNDED'].includes(signState)) {
    const text = `本年度已${price === 0 ? '报名' : '缴费'}，课程不能更改。`
    return { open: false, note: { kind: 'info', text } }
  }
  if (state === 'OPEN') return { open: true, note: signState === 'UNPAID' ? { kind: 'info', text: waitsWords } : null }
  return { open: false, note: { kind: 'warning', text: '本年度当前不能报名，课程仅供查看。' } }
}

export function courseOfferText(course: OfferedCourse): string {
  return `${subjectNames[course.subject]} · ${formatHoursUnit(course.hours)} · ${formatCourseLength(course)}`
}

export function courseSumText(courses: readonly Pick<OfferedCourse, 'hours'>[]): string {
  const tenths = courses.reduce((sum, { hours }) => sum + Math.round(hours * 10), 0)
  return `${courses.length} 门，${formatHoursUnit(tenths / 10)}`
}

export function shortestChoiceText(
  way: readonly { hours: number; durationSeconds: number; demo: boolean }[],
  price: number,
): string {
  const durationSeconds = way.reduce((sum, course) => sum + course.durationSeconds, 0)
  const length = formatCourseLength({ durationSeconds, demo: way.some(({ demo }) => demo) })
  return `最省的选法：${courseSumText(way)}，${length}，${formatPrice(price)}`
}

export function courseChoiceSumText({ hours, required, enough }: CourseChoice) {
  return {
    sum: `已选 ${formatHours(hours)} / 要求 ${formatHoursUnit(required)}`,
    enough: enough ? '学时已够' : `还差 ${formatHoursUnit(required - hours)}`,
  }
}

/** @param employer the employer whose invitation was accepted and that will pay for this year */
export function signUpConfirmation(plan: PlanYear, choice: CourseChoice, employer?: string) {
  const { price, signState } = plan
  const changes = signState === 'UNPAID' && price > 0
  const terms =
    price === 0
      ? '免费。报名后不能更改课程。'
      : `费用 ${formatFen(price)}。缴费后不能更改课程；取得学时后不再退费。${changes ? '课程或支付渠道有变化的，未支付的原订单由新订单代替。' : ''}`
  return {
    title: changes ? `修改 ${plan.title}的订单？` : `确认报名 ${plan.title}？`,
    text: `${employer ? ownPaymentText(employer) : ''}共 ${choice.courseIds.length} 门课程、${formatHoursUnit(choice.hours)}，${terms}${plan.trial ? `${trialTexts.sign}。` : ''}`,
    ok: price === 0 ? '确认报名' : changes ? '修改订单' : '提交订单',
    cancel: '再看看',
  }
}

/** Label of a ticked course that cannot be unticked. */
export const fixedCourseLabel = ({ required }: Pick<OfferedCourse, 'required'>): string =>
  required ? '必修，已包含' : '已选'
