import { z } from 'zod'
import { orderNo, refundObstacle, refundRequestState } from '../client/order.ts'
import { fen, id, instant, orderStatus, pageQuery, pageShape, reason } from '../common.ts'
import { defineCall } from '../define.ts'
import {
  financeInvoice,
  financeOrderDetail,
  financePerson,
  financeRefundRequest,
  refundNo,
  refundsSpent,
} from './finance-order.ts'

const requestHead = financeRefundRequest.extend({
  student: financePerson,
  organisationName: z.string().nullable(),
  title: z.string(),
  year: z.int(),
  amount: fen,
  paidAt: instant.nullable(),
  orderStatus,
  invoice: financeInvoice.nullable(),
  obstacle: refundObstacle.nullable(),
  refundsSpent,
})

/** Refund requests, decisions and retries; stuck refunds are cases (finance-cases.ts). */
export const financeRefunds = {
  refundRequests: defineCall({
    method: 'GET',
    path: '/finance/v1/refund_requests',
    audience: 'staff',
    permission: 'finance.read',
    summary: '退款申请，先申请的在前',
    request: z.object({ state: refundRequestState.optional(), ...pageQuery }),
    response: pageShape(requestHead),
    refusals: [],
  }),
  openRefund: defineCall({
    method: 'POST',
    path: '/finance/v1/open_refund',
    audience: 'staff',
    permission: 'finance.refund',
    summary: '由工作人员发起一行订单的退款；须由另一名工作人员审核',
    labels: { signId: '报名' },
    /** The client makes the id, so a repeated call returns the same refund request. */
    request: z.object({ id, orderNo, signId: id, reason }),
    response: financeOrderDetail,
    refusals: [
      'order.notFound',
      'order.refundNotPossible',
      'order.refundHoursCredited',
      'order.refundExamRunning',
      'order.refundTooLate',
      'order.refundAsked',
      'order.keyUsed',
    ],
  }),
  decideRefund: defineCall({
    method: 'POST',
    path: '/finance/v1/decide_refund',
    audience: 'staff',
    permission: 'finance.refund',
    summary: '同意或不同意退款；同意后课程随即关闭，款项原路退回',
    labels: { decision: '决定' },
    request: z.object({ id, decision: z.enum(['APPROVED', 'REFUSED'], '请选择决定'), reason }),
    response: financeOrderDetail,
    refusals: [
      'order.refundRequestNotFound',
      'order.refundDecided',
      'order.secondPerson',
      'order.refundNoChannel',
      'order.refundNotPossible',
      'order.refundHoursCredited',
      'order.refundExamRunning',
      'order.refundTooLate',
    ],
  }),
  withdrawRefund: defineCall({
    method: 'POST',
    path: '/finance/v1/withdraw_refund',
    audience: 'staff',
    permission: 'finance.refund',
    summary: '发起人撤回自己发起、还没有结论的退款',
    request: z.object({ id }),
    response: financeOrderDetail,
    refusals: ['order.refundRequestNotFound', 'order.notAsker', 'order.refundDecided'],
  }),
  retryRefund: defineCall({
    method: 'POST',
    path: '/finance/v1/retry_refund',
    audience: 'staff',
    permission: 'finance.refund',
    summary: '立即再向渠道发起（或查询）一笔尚未完成的退款',
    labels: { refundNo: '退款单号' },
    request: z.object({ refundNo }),
    response: financeOrderDetail,
    refusals: ['order.notFound'],
  }),
}
