import { formatDate, formatFen, formatHours } from '@ce/client/format.ts'
import type { Invitation } from '@ce/client/invitation.ts'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'
import type { OfferedCourse } from '../choice.ts'

/** What the page of invitations says. */
export const invitationWords = {
  title: '单位代缴',
  intro: '您确认之前，单位看不到您的任何信息；确认之后，单位只能看到“学习中”“已完成”等状态。',
  none: '没有单位邀请',
  noneText: '单位把您的姓名和证件号（或资格证书编号）列入名单之后，这里会出现邀请。',
  alone: '自行报名',
  look: '查看邀请',
  confirm: '确认由单位代缴',
  later: '以后再说',
  confirmed: { kind: 'success', title: '已确认', text: '单位缴费之后，课程自动开放。' },
} as const

/** How an invitation stands. */
export function invitationState({ state, payment }: Pick<Invitation, 'state' | 'payment'>): {
  label: string
  kind: StatusKind
} {
  if (payment === 'PAID') return { label: '单位已缴费', kind: 'done' }
  if (payment === 'PENDING') return { label: '单位正在缴费', kind: 'doing' }
  if (payment === 'REFUNDED') return { label: '单位缴费已退款', kind: 'todo' }
  const words = {
    INVITED: { label: '等待您确认', kind: 'warning' },
    CONFIRMED: { label: '已确认，等待单位缴费', kind: 'doing' },
    DECLINED: { label: '已谢绝', kind: 'todo' },
    WITHDRAWN: { label: '单位已撤回', kind: 'todo' },
  } as const
  return words[state]
}

/** What would be paid, and since when it is offered. */
export function invitationText({ planTitle, price, createdAt }: Invitation): string {
  return `${planTitle}，报名费 ${formatFen(price)} 由单位缴纳。${formatDate(createdAt)} 邀请。`
}

/** What the buttons of its two answers say. */
export function answerWords({ state }: Pick<Invitation, 'state'>) {
  return state === 'CONFIRMED'
    ? { choose: '更改课程', decline: '撤回确认' }
    : { choose: '选课并确认', decline: '谢绝' }
}

/** What is asked before an invitation is declined, or its confirmation taken back. */
export function declineQuestion({ state, organisationName }: Invitation) {
  const confirmed = state === 'CONFIRMED'
  return {
    title: confirmed ? '撤回确认？' : `谢绝 ${organisationName} 代缴？`,
    text: '之后您可以自行报名缴费；改变主意时，仍可在这里确认。',
    ok: confirmed ? '撤回确认' : '谢绝',
    cancel: '再想想',
  }
}

/** One course of the year, as it can be ticked. */
export function courseWords({ title, required, hours }: OfferedCourse): string {
  return `${title}（${required ? '必修' : '选修'}，${formatHours(hours)} 学时）`
}

/** The words of the one that waits for an answer; null while none does. */
export function waitingWords(list: readonly Invitation[] = []): string | null {
  const first = list.find(({ state, mayConfirm }) => state === 'INVITED' && mayConfirm)
  if (!first) return null
  return `“${first.organisationName}”想为您缴纳 ${first.year} 年度的报名费，请确认是否同意。`
}
