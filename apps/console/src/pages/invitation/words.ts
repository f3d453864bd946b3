import type { EmployerOrder, ListField, Member } from '@ce/client/employer.ts'
import { closeReasons } from '@ce/client/order-text.ts'
import { listFieldWords } from '@ce/contract/import-fields'
import { type MemberState, mayBeOrdered, memberStateNames } from '@ce/contract/member-states'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'
import { keysOf } from '../../components/codes.ts'

/** Why an order is closed: an employer's is replaced by another channel alone. */
export const closedWords: typeof closeReasons = {
  ...closeReasons,
  REPLACED: '已改用其他支付渠道，由新订单代替',
}

/** Beside the words of the contract, which the export has as well. */
export const memberKinds: Readonly<Record<MemberState, StatusKind>> = {
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

export const fieldChoices = keysOf(listFieldWords).map((value) => ({
  value,
  label: listFieldWords[value],
}))

/** What no column has been named for yet; empty when nothing. */
export function missingFields(mapping: readonly (ListField | null)[]): string {
  if (!mapping.includes('NAME')) return '还没有指定哪一列是姓名'
  const numbered = mapping.includes('ID_NO') || mapping.includes('CERTIFICATE_NO')
  return numbered ? '' : '还没有指定哪一列是证件号或资格证书编号'
}

const named = 3

/** Several in a line: the first by name, then how many they are. */
function inLine(names: readonly string[]): string {
  const first = names.slice(0, named).join('、')
  return names.length > named ? `${first}等 ${names.length} 人` : first
}

/** Whom something is about. */
export function namesOf(members: readonly Pick<Member, 'name'>[]): string {
  return inLine(members.map(({ name }) => name))
}

/** Who of those ticked keeps the order from being made, and why; empty when nobody. */
export function hinderedWords(ticked: readonly Pick<Member, 'name' | 'state'>[]): string {
  const hindered = ticked.filter(({ state }) => !mayBeOrdered(state))
  if (hindered.length === 0) return ''
  return `不能下单：${inLine(hindered.map(({ name, state }) => `${name}（${memberStateNames[state]}）`))}`
}

/**
 * The unpaid order that has taken another one's place: the same people, and nobody is in two that are open. Undefined: there is
 * none, or the other one stands itself.
 */
export function placedInstead(
  orderNo: string,
  orders: readonly EmployerOrder[],
): EmployerOrder | undefined {
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
