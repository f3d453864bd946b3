import { z } from 'zod'
import { orderNo } from '../client/order.ts'
import { fen, id, instant, orderStatus, reason, text } from '../common.ts'
import { defineCall } from '../define.ts'
import { foldNumber } from '../rules/fold-text.ts'
import { difference } from './finance-books.ts'
import { financeInvoice, financeOrderDetail, refundNo } from './finance-order.ts'

/** docs/payments.md explains the outcomes; caseOutcomeNames has their texts. */
const outcome = z.enum(
  [
    'PAYS_ORDER',
    'BILL_ROW',
    'REFUNDS_LINE',
    'PARTIAL',
    'IN_PLACE_OF',
    'RETURNED',
    'RECOVERED',
    'KEPT',
    'WRITTEN_OFF',
    'CONFIRMED',
  ],
  '请选择处理方式',
)

const decision = z.object({
  id,
  /** The other money case whose decision also closes this one. */
  caseId: id,
  outcome,
  amount: fen,
  orderNo: orderNo.nullable(),
  signId: id.nullable(),
  refundNo: z.string().nullable(),
  reference: z.string().nullable(),
  file: z.object({ id, name: z.string(), url: z.string() }).nullable(),
  reason: z.string(),
  second: z.boolean(),
  askedBy: z.string(),
  askedAt: instant,
  state: z.enum(['OPEN', 'WITHDRAWN', 'REFUSED', 'APPROVED', 'UNDONE']),
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  decideReason: z.string().nullable(),
  undoneBy: z.string().nullable(),
  undoneAt: instant.nullable(),
  undoReason: z.string().nullable(),
})

const billRow = z.object({
  kind: z.enum(['PAYMENT', 'REFUND']),
  channel: z.string(),
  day: z.string(),
  number: z.string(),
  transactionId: z.string(),
  amount: fen,
  /** False until the channel has paid the refund. */
  done: z.boolean(),
  /** False when only a notification from the channel reported the payment on that day, and no bill did. */
  billed: z.boolean(),
})

const moneyCase = difference.extend({
  rows: z.array(billRow),
  order: financeOrderDetail.nullable(),
  decisions: z.array(decision),
  /** Outcomes that may be decided; the preview also checks the rules of the order. */
  outcomes: z.array(outcome),
  suggested: outcome.nullable(),
  reopenedAt: instant.nullable(),
  reopenedBy: z.string().nullable(),
  reopenReason: z.string().nullable(),
  /** Larger amounts than this need a second person. */
  secondPersonFen: z.int(),
})

const proposal = z.object({
  /** The client makes the id, so a repeated call returns the same decision. */
  id,
  caseId: id,
  foundAt: z.iso.datetime('时间格式不正确'),
  outcome,
  amount: z.int('金额不正确').min(0, '金额不能小于 0').max(100_000_000_00, '金额过大'),
  orderNo: orderNo.optional(),
  signId: id.optional(),
  refundNo: refundNo.optional(),
  reference: text(64).overwrite(foldNumber).min(4, '凭证号至少 4 个字').optional(),
  fileId: id.optional(),
  reason,
})

const orderState = z.object({
  orderNo,
  status: orderStatus,
  amount: fen,
  kept: z.int(),
  lines: z.array(
    z.object({
      title: z.string(),
      name: z.string(),
      open: z.boolean(),
      hoursCredited: z.boolean(),
      refund: z.enum(['PENDING', 'STUCK', 'FAILED', 'DONE']).nullable(),
    }),
  ),
})

const labels = {
  caseId: '差异',
  foundAt: '发现时刻',
  outcome: '处理方式',
  amount: '金额',
  signId: '报名',
  refundNo: '退款单号',
  reference: '凭证号',
  fileId: '凭证文件',
}

const proposalRefusals = [
  'order.differenceNotFound',
  'order.differenceResolved',
  'order.differenceStale',
  'order.notFound',
  'order.keyUsed',
  'order.secondPerson',
  'order.caseWaits',
  'order.caseOutcome',
  'order.caseNeedsRefund',
  'order.caseSum',
  'order.caseTooMuch',
  'order.caseNotThePrice',
  'order.caseOrderBlocked',
  'order.casePaymentKnown',
  'order.caseNoLine',
  'order.caseNoRefund',
  'order.caseHoursCredited',
  'order.caseNoEvidence',
  'order.caseNoReference',
  'order.noBillRow',
  'order.referenceOwn',
  'order.referenceUsed',
  'order.referenceOfOther',
  'order.referenceOtherWay',
  'order.referenceNotDone',
  'order.referenceSum',
  'order.refundNotStuck',
  'order.refundDone',
  'order.refundNotPossible',
  'order.refundExamRunning',
  'order.refundNoChannel',
  'order.decisionNotFound',
  'order.decisionDecided',
] as const

/** Each difference is a case whose consequences are shown before the decision (decision 079). */
export const financeCases = {
  case: defineCall({
    method: 'GET',
    path: '/finance/v1/case',
    audience: 'staff',
    permission: 'finance.read',
    summary: '一条差异：两边的记录、处理经过、可选的处理方式',
    request: z.object({ id }),
    response: moneyCase,
    refusals: ['order.differenceNotFound'],
  }),
  previewCase: defineCall({
    method: 'POST',
    path: '/finance/v1/preview_case',
    audience: 'staff',
    permission: 'finance.resolve',
    summary: '处理一条差异之前，查看订单、课程、学时与发票会有什么变化；不改变任何数据',
    labels,
    request: proposal,
    response: z.object({
      before: orderState.nullable(),
      after: orderState.nullable(),
      invoiceBefore: financeInvoice.nullable(),
      invoiceAfter: financeInvoice.nullable(),
      messages: z.array(z.object({ name: z.string(), title: z.string(), body: z.string() })),
      rest: z.int(),
      second: z.boolean(),
      asksChannel: z.boolean(),
    }),
    refusals: proposalRefusals,
  }),
  proposeCase: defineCall({
    method: 'POST',
    path: '/finance/v1/propose_case',
    audience: 'staff',
    permission: 'finance.resolve',
    summary: '处理一条差异；超过设定金额、两边金额不同或涉及退款的，由另一名工作人员审核后生效',
    labels,
    request: proposal,
    response: moneyCase,
    refusals: proposalRefusals,
  }),
  decideCase: defineCall({
    method: 'POST',
    path: '/finance/v1/decide_case',
    audience: 'staff',
    permission: 'finance.resolve',
    summary: '同意或不同意另一名工作人员提出的处理；同意后随即生效',
    labels: { decision: '决定' },
    request: z.object({ id, decision: z.enum(['APPROVED', 'REFUSED'], '请选择决定'), reason }),
    response: moneyCase,
    refusals: [...proposalRefusals, 'order.caseSecondPerson'],
  }),
  withdrawCase: defineCall({
    method: 'POST',
    path: '/finance/v1/withdraw_case',
    audience: 'staff',
    permission: 'finance.resolve',
    summary: '撤回自己提出、还没有结论的处理',
    request: z.object({ id }),
    response: moneyCase,
    refusals: ['order.decisionNotFound', 'order.decisionDecided', 'order.notAsker', 'order.differenceNotFound'],
  }),
  reopenCase: defineCall({
    method: 'POST',
    path: '/finance/v1/reopen_case',
    audience: 'staff',
    permission: 'finance.resolve',
    summary: '重新打开一条已结束的差异，写明原因；已生效的处理随之撤销',
    request: z.object({ id, reason }),
    response: moneyCase,
    refusals: [
      'order.differenceNotFound',
      'order.caseOpen',
      'order.caseNeedsRefund',
      'order.caseHealed',
      'order.caseTwiceFirst',
      'order.caseNewOrder',
      'order.notFound',
      'order.caseNoRefund',
      'order.caseNoLine',
    ],
  }),
}
