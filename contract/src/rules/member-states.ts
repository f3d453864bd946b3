/**
 * INVITED: no response yet. CONFIRMED: agreed, not ordered. PENDING: order not paid. EXPIRED: the order was paid, and
 * the plan's time is over. ELSEWHERE: agreed, but has another order for the year.
 */
export const memberStates = [
  'INVITED',
  'CONFIRMED',
  'PENDING',
  'STUDYING',
  'COMPLETED',
  'EXPIRED',
  'DECLINED',
  'ELSEWHERE',
  'REFUNDING',
  'REFUNDED',
] as const
export type MemberState = (typeof memberStates)[number]

export const memberStateLabels: Readonly<Record<MemberState, string>> = {
  INVITED: '待本人确认',
  CONFIRMED: '已确认，待缴费',
  PENDING: '订单待支付',
  STUDYING: '学习中',
  COMPLETED: '已完成',
  EXPIRED: '学习已截止，未完成',
  DECLINED: '本人已谢绝',
  ELSEWHERE: '已另行报名',
  REFUNDING: '退款中',
  REFUNDED: '已退款',
}

export function canMemberBeOrdered(state: MemberState): boolean {
  return state === 'CONFIRMED' || state === 'REFUNDED'
}

/** A note beside members who agreed with only a certificate number. */
export const unverifiedMemberNote = '凭证书编号确认，证件号未核对'
