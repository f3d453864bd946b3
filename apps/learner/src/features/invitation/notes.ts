import type { Invitation } from '@ce/client/invitation.ts'
import { paths } from '../../paths.ts'
import { employerPaysText } from '../course/sign-states.ts'
import type { NextStep, TodoItem } from '../student/next-step.ts'

export interface InvitationNoteList {
  id: string
  text: string
  link: string
}

const seeInvitation = '查看邀请'

/** Invitations that the student has not answered and can still accept. */
function unanswered(list: readonly Invitation[]): Invitation[] {
  return list.filter(({ state, mayConfirm }) => state === 'INVITED' && mayConfirm)
}

/** Notes on the first unanswered invitation and on all accepted ones that the employer will pay for. */
export function invitationNotesOf(list: readonly Invitation[] = [], year?: number): InvitationNoteList[] {
  const about = list.filter((one) => year === undefined || one.year === year)
  const waiting = unanswered(about)[0]
  return about.flatMap((one) => {
    const text = one === waiting ? waitingWords(one) : agreedWords(one)
    const link = one === waiting ? seeInvitation : employerPaysText.action
    return text ? [{ id: one.id, text, link }] : []
  })
}

function waitingWords({ organisationName, year }: Invitation): string {
  return `“${organisationName}”想为您缴纳 ${year} 年度的报名费，请确认是否同意。`
}

function agreedWords(invitation: Invitation): string | null {
  const { organisationName, year, payment, obstacle } = invitation
  if (payment === 'PENDING')
    return `“${organisationName}”已下单，正在为您缴纳 ${year} 年度的报名费；缴费之后课程自动开放，您不用自行缴费。`
  if (!isAwaited(invitation)) return null
  const promise = `“${organisationName}”将为您缴纳 ${year} 年度的报名费，`
  return obstacle === 'ORDERED'
    ? `${promise}您自己也有一笔待支付的订单：只需缴一次，想由单位缴费，请取消那笔订单。`
    : `${promise}缴费之后课程自动开放，您不用自行缴费。`
}

/**
 * True if the employer will pay but has not ordered yet; a payment by the student now would end the employer's payment.
 */
function isAwaited({ state, payment, obstacle, planState, price }: Invitation): boolean {
  const possible = obstacle === null || obstacle === 'ORDERED'
  return state === 'CONFIRMED' && payment === 'NONE' && possible && planState === 'OPEN' && price > 0
}

/** Returns the employer that will pay for a year or for one sign-up, or undefined. */
export function payingEmployerOf(
  list: readonly Invitation[] = [],
  of: { year: number } | { signId: string },
): string | undefined {
  const same = (one: Invitation) => ('year' in of ? one.year === of.year : one.signId === of.signId)
  return list.find((one) => isAwaited(one) && same(one))?.organisationName
}

/** Returns undefined without an accepted invitation for that year. */
export function agreedCoursesOf(list: readonly Invitation[] = [], year: number): ReadonlySet<string> | undefined {
  const agreed = list.find((one) => one.year === year && one.state === 'CONFIRMED')
  return agreed && new Set(agreed.courseIds)
}

/** The label of the student's own order, which does not ask to pay if an employer will. */
export function ownOrderLabel(employer: string | undefined): string {
  return employer === undefined ? '去支付' : '查看订单'
}

export function otherPayerText(employer: string): string {
  return `“${employer}”将为您缴纳本年度的报名费：想由单位缴费，请取消这笔订单；自行支付之后，单位不会再为您缴费。`
}

/**
 * Next step of a student whose employer will pay: paying alone would end the employer's payment. Null if there is no
 * such step.
 */
export function nextStepOfInvitation(
  { kind, year }: Pick<TodoItem, 'kind' | 'year'>,
  list: readonly Invitation[] | undefined,
): Omit<NextStep, 'title'> | null {
  const employer = payingEmployerOf(list, { year })
  if (!employer) return null
  if (kind === 'PAY') return { action: ownOrderLabel(employer), to: paths.orders() }
  if (kind !== 'SIGN') return null
  return { action: employerPaysText.action, to: paths.invitations() }
}

export function ownPaymentText(employer: string): string {
  return `您已确认由“${employer}”代缴本年度的费用；自行缴费之后，单位不会再为您缴费。`
}
