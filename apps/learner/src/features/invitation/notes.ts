import type { Invitation } from '@ce/client/invitation.ts'
import { paths } from '../../paths.ts'
import { employerPaysWords } from '../course/sign-states.ts'
import type { Step, Todo } from '../student/next-step.ts'

/** Something about an employer's payment that a student should know before signing up. */
export interface InvitationNote {
  id: string
  text: string
  /** the link to the page of invitations */
  link: string
}

const seeInvitation = '查看邀请'

/** Those that wait for an answer that can still be a yes. */
function unanswered(list: readonly Invitation[]): Invitation[] {
  return list.filter(({ state, mayConfirm }) => state === 'INVITED' && mayConfirm)
}

/**
 * What there is to say: the first invitation that waits for an answer, and every agreement that is going to be paid by the
 * employer. Of one year, where it is named.
 */
export function notesOf(list: readonly Invitation[] = [], year?: number): InvitationNote[] {
  const about = list.filter((one) => year === undefined || one.year === year)
  const waiting = unanswered(about)[0]
  return about.flatMap((one) => {
    const text = one === waiting ? waitingWords(one) : agreedWords(one)
    const link = one === waiting ? seeInvitation : employerPaysWords.action
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

/** Agreed to, and the employer has not ordered: whoever pays alone now ends its turn. */
function isAwaited({ state, payment, obstacle, planState, price }: Invitation): boolean {
  const possible = obstacle === null || obstacle === 'ORDERED'
  return (
    state === 'CONFIRMED' && payment === 'NONE' && possible && planState === 'OPEN' && price > 0
  )
}

/** The employer that is about to pay a year, told by the year or by the sign of it; undefined: none is. */
export function awaitedEmployer(
  list: readonly Invitation[] = [],
  of: { year: number } | { signId: string },
): string | undefined {
  const same = (one: Invitation) => ('year' in of ? one.year === of.year : one.signId === of.signId)
  return list.find((one) => isAwaited(one) && same(one))?.organisationName
}

/** The courses chosen with an agreement of that year; undefined: there is none. */
export function agreedCourses(
  list: readonly Invitation[] = [],
  year: number,
): ReadonlySet<string> | undefined {
  const agreed = list.find((one) => one.year === year && one.state === 'CONFIRMED')
  return agreed && new Set(agreed.courseIds)
}

/** What the way to an own order that waits is called: who is about to be paid for is not asked to pay. */
export function payLabel(employer: string | undefined): string {
  return employer === undefined ? '去支付' : '查看订单'
}

/** Beside an own order that waits, what else would pay it. */
export function otherPayerWords(employer: string): string {
  return `“${employer}”将为您缴纳本年度的报名费：想由单位缴费，请取消这笔订单；自行支付之后，单位不会再为您缴费。`
}

/**
 * Where 去报名 leads while an employer is about to pay that year: whoever signs up alone ends its turn; and 去支付, to an own
 * order that can be cancelled for it. Null: as usual.
 */
export function awaitedStep(
  { kind, year }: Pick<Todo, 'kind' | 'year'>,
  list: readonly Invitation[] | undefined,
): Omit<Step, 'title'> | null {
  const employer = awaitedEmployer(list, { year })
  if (!employer) return null
  if (kind === 'PAY') return { action: payLabel(employer), to: paths.orders() }
  if (kind !== 'SIGN') return null
  return { action: employerPaysWords.action, to: paths.invitations() }
}

/** What somebody hears before paying what an employer is about to pay. */
export function aloneWords(employer: string): string {
  return `您已确认由“${employer}”代缴本年度的费用；自行缴费之后，单位不会再为您缴费。`
}
