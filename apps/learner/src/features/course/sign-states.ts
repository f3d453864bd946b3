import type { ClientOutput } from '@ce/client/call.ts'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'

export type PlanYear = ClientOutput<'GET /course/v1/year_list'>['list'][number]
export type SignState = NonNullable<PlanYear['signState']>

export const ownSignStateLabels: Record<SignState, { label: string; kind: StatusKind }> = {
  UNPAID: { label: '待支付', kind: 'warning' },
  STUDYING: { label: '学习中', kind: 'doing' },
  COMPLETED: { label: '已完成', kind: 'done' },
  EXPIRED: { label: '已过期', kind: 'error' },
  CANCELLED: { label: '已取消', kind: 'todo' },
  REFUNDED: { label: '已退款', kind: 'todo' },
}

/** Texts shown instead of a way to pay, because the student cannot do anything while an employer's order is unpaid. */
export const employerPaysText = {
  action: '查看单位代缴',
  locked: '单位已下单，尚未缴费；单位缴费后即可学习。',
  choice: '单位已为您下单，等待单位缴费，课程不能更改。',
} as const

export function signLabel(
  state: SignState,
  { employerPays }: { employerPays: boolean },
): { label: string; kind: StatusKind } {
  return employerPays ? { label: '等待单位缴费', kind: 'doing' } : ownSignStateLabels[state]
}

export const planStateLabels: Record<PlanYear['state'], { label: string; kind: StatusKind }> = {
  UPCOMING: { label: '尚未开始', kind: 'locked' },
  OPEN: { label: '报名中', kind: 'doing' },
  CLOSED: { label: '报名已截止', kind: 'locked' },
}
