/**
 * All an employer learns of a person. INVITED: no answer yet, whoever it is · CONFIRMED: agrees, nothing ordered ·
 * PENDING: in an order that waits to be paid · STUDYING · COMPLETED · EXPIRED: paid, and the time is over · DECLINED ·
 * ELSEWHERE: agreed, but has another order for the year, paid or to be paid · REFUNDING · REFUNDED
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

/** On the employer's pages and in its export. */
export const memberStateNames: Readonly<Record<MemberState, string>> = {
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

/** Who can be put into an order. */
export function mayBeOrdered(state: MemberState): boolean {
  return state === 'CONFIRMED' || state === 'REFUNDED'
}

/** Beside somebody who agreed under a certificate number alone. */
export const byCertificateOnlyNote = '凭证书编号确认，证件号未核对'
