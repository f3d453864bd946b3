import { formatDateTime } from '@ce/client/format.ts'
import type { Order } from '@ce/client/order-text.ts'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'

export type RefundRequest = NonNullable<Order['refundRequest']>

export const refundStates: Readonly<
  Record<RefundRequest['state'], { label: string; kind: StatusKind }>
> = {
  OPEN: { label: '退款申请审核中', kind: 'doing' },
  WITHDRAWN: { label: '退款申请已撤回', kind: 'todo' },
  REFUSED: { label: '退款申请未通过', kind: 'error' },
  APPROVED: { label: '退款申请已通过', kind: 'done' },
}

/** why the button is not there; nothing for what nobody would ask for */
const obstacles: Readonly<Record<NonNullable<Order['refundObstacle']>, string>> = {
  NOT_PAID: '',
  FREE: '',
  HOURS_CREDITED: '已取得学时，不能退款',
  EXAM_RUNNING: '有考试正在进行，交卷后才能申请退款',
  TOO_LATE: '缴费时间较久，如需退款请联系客服',
}

/** Whether a refund can be asked for now, and if not, why; null: nothing to say about it. */
export function refundOf({ refundRequest, refundObstacle: obstacle, status }: Order) {
  const mayAsk = status === 'PAID' && !obstacle && refundRequest?.state !== 'OPEN'
  // what was asked for in time is not too late
  const told = refundRequest?.state === 'OPEN' && obstacle === 'TOO_LATE' ? null : obstacle
  const why = status === 'PAID' && told ? obstacles[told] : ''
  return refundRequest || mayAsk || why ? { request: refundRequest, mayAsk, why } : null
}

/** Who asked, when and why. */
export function askedWords({ askedAt, byStaff, reason }: RefundRequest): string {
  return `${formatDateTime(askedAt)} ${byStaff ? '协会发起' : '申请'}：${reason}`
}

/** What staff began is not a student's to take back. */
export function mayWithdrawRefund({ state, byStaff }: RefundRequest): boolean {
  return state === 'OPEN' && !byStaff
}

export const refundTerms = '审核通过后课程随即关闭，款项原路退回。取得学时之后不能退款。'
