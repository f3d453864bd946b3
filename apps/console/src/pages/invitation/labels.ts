import type { EmployerMember, EmployerOrder } from '@ce/client/employer.ts'
import { orderCloseReasonLabels } from '@ce/client/order-text.ts'
import { canMemberBeOrdered, type MemberState, memberStateLabels } from '@ce/contract/member-states'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'

/** An employer's order is replaced only when the employer chooses another channel. */
export const employerOrderCloseLabels: typeof orderCloseReasonLabels = {
  ...orderCloseReasonLabels,
  REPLACED: '已改用其他支付渠道，由新订单代替',
}

/** The colour of each state; the labels are in the contract, because the export uses them too. */
export const memberStateKinds: Readonly<Record<MemberState, StatusKind>> = {
  INVITED: 'warning',
  CONFIRMED: 'doing',
  PENDING: 'warning',
  STUDYING: 'doing',
  COMPLETED: 'done',
  EXPIRED: 'error',
  DECLINED: 'todo',
  ELSEWHERE: 'todo',
  REFUNDING: 'doing',
  REFUNDED: 'todo',
}

const named = 3

function inLine(names: readonly string[]): string {
  const first = names.slice(0, named).join('、')
  return names.length > named ? `${first}等 ${names.length} 人` : first
}

export function memberNamesText(members: readonly Pick<EmployerMember, 'name'>[]): string {
  return inLine(members.map(({ name }) => name))
}

export function orderObstacleText(ticked: readonly Pick<EmployerMember, 'name' | 'state'>[]): string {
  const hindered = ticked.filter(({ state }) => !canMemberBeOrdered(state))
  if (hindered.length === 0) return ''
  return `不能下单：${inLine(hindered.map(({ name, state }) => `${name}（${memberStateLabels[state]}）`))}`
}

/**
 * Finds the open order with the same members as a closed order; undefined if there is none or the given order is not
 * closed.
 */
export function findReplacingOrder(orderNo: string, orders: readonly EmployerOrder[]): EmployerOrder | undefined {
  const before = orders.find((order) => order.orderNo === orderNo)
  if (before?.status !== 'CLOSED') return undefined
  const people = peopleOf(before)
  return orders.find((order) => order.status === 'PENDING' && peopleOf(order) === people)
}

const peopleOf = ({ lines }: EmployerOrder) =>
  lines
    .map(({ invitationId }) => invitationId)
    .sort()
    .join()
