import { formatDateTime } from '@ce/client/format.ts'
import type { Order } from '@ce/client/order-text.ts'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'

export type RefundRequest = NonNullable<Order['refundRequest']>

export const ownRefundRequestLabels: Readonly<Record<RefundRequest['state'], { label: string; kind: StatusKind }>> = {
  OPEN: { label: '退款申请审核中', kind: 'doing' },
  WITHDRAWN: { label: '退款申请已撤回', kind: 'todo' },
  REFUSED: { label: '退款申请未通过', kind: 'error' },
  APPROVED: { label: '退款申请已通过', kind: 'done' },
}

/** Why the refund button is missing. Obstacles of orders that need no refund have no text. */
const obstacles: Readonly<Record<NonNullable<Order['refundObstacle']>, string>> = {
  NOT_PAID: '',
  FREE: '',
  HOURS_CREDITED: '已取得学时，不能退款',
  EXAM_RUNNING: '有考试正在进行，交卷后才能申请退款',
  TOO_LATE: '缴费时间较久，如需退款请联系客服',
}

/** Says whether a refund is possible, or returns null if there is nothing to say. */
export function refundAvailability({ refundRequest, refundObstacle: obstacle, status }: Order) {
  const mayAsk = status === 'PAID' && !obstacle && refundRequest?.state !== 'OPEN'
  // A request that was made in time is shown instead of the passed deadline.
  const told = refundRequest?.state === 'OPEN' && obstacle === 'TOO_LATE' ? null : obstacle
  const why = status === 'PAID' && told ? obstacles[told] : ''
  return refundRequest || mayAsk || why ? { request: refundRequest, mayAsk, why } : null
}

export function refundRequestText({ askedAt, byStaff, reason }: RefundRequest): string {
  return `${formatDateTime(askedAt)} ${byStaff ? '协会发起' : '申请'}：${reason}`
}

/** A student can withdraw only their own refund request, not a refund that staff opened. */
export function isRefundRequestWithdrawable({ state, byStaff }: RefundRequest): boolean {
  return state === 'OPEN' && !byStaff
}

export const refundTermsText = '审核通过后课程随即关闭，款项原路退回。取得学时之后不能退款。'
