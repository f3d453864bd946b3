import { z } from 'zod'
import { insteadOf, invoiceState, invoiceView, titleType } from '../client/invoice.ts'
import { closeReason, orderNo, placingRefusals } from '../client/order.ts'
import {
  done,
  email,
  fen,
  id,
  instant,
  orderStatus,
  pageOf,
  pageQuery,
  payType,
  text,
} from '../common.ts'
import { defineCall } from '../define.ts'

const orderHead = z.object({
  orderNo,
  status: orderStatus,
  payType,
  amount: fen,
  /** of lines that were not given back */
  kept: fen,
  title: z.string(),
  createdAt: instant,
  expireAt: instant,
  paidAt: instant.nullable(),
  closedAt: instant.nullable(),
  closeReason: closeReason.nullable(),
  codeUrl: z.string().nullable(),
  lines: z.array(
    z.object({ invitationId: id.nullable(), name: z.string(), amount: fen, refunded: z.boolean() }),
  ),
  /** of its newest invoice */
  invoice: z.object({ id, state: invoiceState }).nullable(),
})

/** One that was just placed. */
const placedOrder = z.object({
  orderNo,
  amount: fen,
  status: orderStatus,
  codeUrl: z.string().nullable(),
  expireAt: instant,
})

/** Orders for the people an employer has named, refunds of their lines, and the invoices. */
export const invitationMoney = {
  createOrder: defineCall({
    method: 'POST',
    path: '/invitation/v1/create_order',
    audience: 'employer',
    summary: '为已确认的人员下一笔订单，每人一行；金额由平台计算；同样的人员返回同一未付订单',
    labels: { ids: '人员', vouchedFor: '已当面核实的人员' },
    request: z.object({
      ids: z.array(id, '请选择人员').min(1, '请选择人员').max(500, '一笔订单最多 500 人'),
      payType,
      /** of those by certificate number alone, whom the employer has asked in person: without it they are refused */
      vouchedFor: z.array(id, '请选择人员').max(500, '人员过多').default([]),
    }),
    response: placedOrder,
    refusals: [
      'invitation.notFound',
      'invitation.notConfirmed',
      'invitation.notVouchedFor',
      'invitation.ordered',
      'invitation.paidElsewhere',
      'invitation.accountClosed',
      'invitation.severalPlans',
      'invitation.nothingToPay',
      'order.planNotYetOpen',
      'invitation.choiceOutdated',
      ...placingRefusals,
    ],
  }),
  orders: defineCall({
    method: 'GET',
    path: '/invitation/v1/orders',
    audience: 'employer',
    summary: '本单位的订单，新的在前',
    request: z.object(pageQuery),
    response: pageOf(orderHead),
    refusals: [],
  }),
  queryStatus: defineCall({
    method: 'GET',
    path: '/invitation/v1/query_status',
    audience: 'employer',
    summary: '查询支付状态；未付时向支付渠道核实',
    labels: { paid: '是否已付' },
    request: z.object({ orderNo, paid: z.literal('1', '应为 1').optional() }),
    response: z.object({
      orderNo,
      status: orderStatus,
      paidAt: instant.nullable(),
      closeReason: closeReason.nullable(),
      expireAt: instant,
      serverNow: instant,
      channelFailed: z.boolean(),
    }),
    refusals: ['order.notFound'],
  }),
  changeChannel: defineCall({
    method: 'POST',
    path: '/invitation/v1/change_channel',
    audience: 'employer',
    summary:
      '未付订单改用另一支付渠道：同样的人员和金额成为一笔新订单，原订单先在其渠道关闭；截止时间不变',
    request: z.object({ orderNo, payType }),
    response: placedOrder,
    refusals: [
      'order.notFound',
      'order.notUnpaid',
      'order.endsSoon',
      'order.switchedTooOften',
      ...placingRefusals,
    ],
  }),
  cancelOrder: defineCall({
    method: 'POST',
    path: '/invitation/v1/cancel_order',
    audience: 'employer',
    summary: '取消未付订单（先向支付渠道核实并关单）',
    request: z.object({ orderNo }),
    response: done,
    refusals: ['order.notFound', 'order.notPending', 'order.gatewayDown'],
  }),
  requestRefund: defineCall({
    method: 'POST',
    path: '/invitation/v1/request_refund',
    audience: 'employer',
    summary: '申请退回名单中一人的报名费：取得学时之前可以申请，由财务审核',
    labels: { invitationId: '人员' },
    request: z.object({ id, invitationId: id, reason: text(200).min(2, '请填写退款原因') }),
    response: done,
    refusals: [
      'invitation.notFound',
      'order.refundNotPossible',
      'invitation.notRefundable',
      'order.refundTooLate',
      'order.refundsSpent',
      'order.refundAsked',
      'order.keyUsed',
    ],
  }),
  withdrawRefund: defineCall({
    method: 'POST',
    path: '/invitation/v1/withdraw_refund',
    audience: 'employer',
    summary: '撤回为名单中一人提出、还没有结论的退款申请',
    labels: { invitationId: '人员' },
    request: z.object({ invitationId: id }),
    response: done,
    refusals: ['invitation.notFound', 'order.refundRequestNotFound', 'order.refundDecided'],
  }),
  applyInvoice: defineCall({
    method: 'POST',
    path: '/invitation/v1/apply_invoice',
    audience: 'employer',
    summary: '为已支付的订单申请一张电子发票：抬头与税号为本单位的；金额为扣除已退款后的实付金额',
    labels: { insteadOf: '原申请', remark: '备注' },
    request: z.object({
      orderNo,
      insteadOf,
      titleType: titleType.extract(['COMPANY', 'INSTITUTION'], '请选择抬头类型'),
      email,
      remark: text(100).default(''),
    }),
    response: invoiceView,
    refusals: [
      'order.notFound',
      'invoice.notPaid',
      'invoice.alreadyApplied',
      'invoice.takenUp',
      'invoice.applicationsSpent',
    ],
  }),
  withdrawInvoice: defineCall({
    method: 'POST',
    path: '/invitation/v1/withdraw_invoice',
    audience: 'employer',
    summary: '撤回待开票的发票申请；之后可以重新申请；重复撤回没有影响',
    request: z.object({ id }),
    response: invoiceView,
    refusals: ['invoice.notFound', 'invoice.takenUp', 'invoice.settled'],
  }),
  invoiceInfo: defineCall({
    method: 'GET',
    path: '/invitation/v1/invoice',
    audience: 'employer',
    summary: '某订单最近的一张发票及其文件（10 分钟有效的私有链接）',
    request: z.object({ orderNo }),
    response: invoiceView,
    refusals: ['invoice.notFound'],
  }),
}
