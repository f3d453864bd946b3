import { z } from 'zod'
import { insteadOf, invoiceState, invoiceView, titleType } from '../client/invoice.ts'
import { closeReason, orderNo, refundRequestState } from '../client/order.ts'
import {
  done,
  fen,
  id,
  instant,
  nothing,
  orderStatus,
  pageOf,
  pageQuery,
  payType,
  planState,
  text,
} from '../common.ts'
import { defineCall } from '../define.ts'
import { memberStates } from '../member-states.ts'
import { emailRule } from '../person.ts'

/** What a column of an employer's list can hold; of the two numbers one is enough. */
export const listField = z.enum(['NAME', 'ID_NO', 'CERTIFICATE_NO', 'PHONE'], '字段不正确')
const mapping = z.array(listField.nullable(), '列的对应不正确')
const action = z.enum(['CREATE', 'SAME', 'REFUSE'], '结果不正确')

/** MAPPING: somebody must say which column is what · CHECKED: the dry run is ready · DONE: written, all of it */
const report = z.object({
  importId: id,
  planId: id,
  planTitle: z.string(),
  fileName: z.string(),
  state: z.enum(['MAPPING', 'CHECKED', 'DONE']),
  columns: z.array(z.object({ title: z.string(), samples: z.array(z.string()) })),
  mapping,
  total: z.int(),
  counts: z.object({ create: z.int(), same: z.int(), refuse: z.int() }),
})

/** Explained beside its words: contract/src/member-states.ts. */
export const memberState = z.enum(memberStates, '状态不正确')

const member = z.object({
  id,
  name: z.string(),
  /** the last four characters of the number that the employer itself gave: tells two of one name apart */
  numberEnd: z.string(),
  state: memberState,
  /** agreed under a certificate number alone, which whoever registers enters themselves: nobody has checked whose it is */
  byCertificateOnly: z.boolean(),
  invitedAt: instant,
  /** the newest order that holds or held them: waiting to be paid, paid, or given back; none that was closed */
  orderNo: z.string().nullable(),
  /** the newest request for a refund of its line */
  refundRequest: refundRequestState.nullable(),
  /** it is the employer's own, and nobody has decided: it can be taken back */
  mayWithdrawRefund: z.boolean(),
  /** a refund of its line can be asked for; why not, is not said: it would tell of somebody's studies */
  mayRefund: z.boolean(),
})

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

const plan = z.object({
  id,
  year: z.int(),
  title: z.string(),
  state: planState,
  price: fen,
  signEndAt: instant,
})

export const invitation = {
  plans: defineCall({
    method: 'GET',
    path: '/invitation/v1/plans',
    audience: 'employer',
    summary: '年度计划及报名费，新的在前',
    request: nothing,
    response: z.object({ list: z.array(plan), payTypes: z.array(payType) }),
    refusals: [],
  }),
  check: defineCall({
    method: 'POST',
    path: '/invitation/v1/check',
    audience: 'employer',
    summary: '试运行：读取名单（Excel、CSV），逐行报告，不写入；不核对是否为本平台学员',
    labels: { planId: '年度', content: '名单文件', fileName: '文件名' },
    request: z.object({
      /** made by the client: a repeat finds the same report */
      importId: id,
      planId: id,
      fileName: text(120).min(1, '请选择文件'),
      /** 2 MB in Base64 */
      content: z.base64('文件无法读取').min(4, '文件是空的').max(2_800_000, '文件超过 2 MB'),
      /** null: by the titles of the columns */
      mapping: mapping.max(100, '列过多').nullable(),
    }),
    response: report,
    refusals: [
      'invitation.noPlan',
      'invitation.badFile',
      'invitation.conflict',
      'invitation.importNotFound',
    ],
  }),
  checkState: defineCall({
    method: 'GET',
    path: '/invitation/v1/check_state',
    audience: 'employer',
    summary: '试运行的结果',
    request: z.object({ importId: id }),
    response: report,
    refusals: ['invitation.importNotFound'],
  }),
  checkRows: defineCall({
    method: 'GET',
    path: '/invitation/v1/check_rows',
    audience: 'employer',
    summary: '试运行的逐行报告',
    request: z.object({ importId: id, action: action.optional(), ...pageQuery }),
    response: pageOf(
      z.object({
        no: z.int(),
        action,
        label: z.string(),
        problems: z.array(z.object({ column: z.string(), problem: z.string() })),
      }),
    ),
    refusals: ['invitation.importNotFound'],
  }),
  write: defineCall({
    method: 'POST',
    path: '/invitation/v1/write',
    audience: 'employer',
    summary: '按试运行写入：能导入的每一行成为一份邀请，由本人确认；重复提交没有影响',
    request: z.object({ importId: id }),
    response: report,
    refusals: [
      'invitation.importNotFound',
      'invitation.notChecked',
      'invitation.planClosed',
      'invitation.tooMany',
    ],
  }),
  list: defineCall({
    method: 'POST',
    path: '/invitation/v1/list',
    audience: 'employer',
    summary: '某一年度的名单，只有完成状态',
    labels: { planId: '年度' },
    request: z.object({
      planId: id,
      state: memberState.optional(),
      keyword: text(30).optional(),
      ...pageQuery,
    }),
    response: pageOf(member).extend({ counts: z.record(z.string(), z.int()) }),
    refusals: [],
  }),
  withdraw: defineCall({
    method: 'POST',
    path: '/invitation/v1/withdraw',
    audience: 'employer',
    summary: '移出名单：尚未下单的；已下单的先取消订单',
    request: z.object({
      ids: z.array(id, '请选择人员').min(1, '请选择人员').max(1000, '人员过多'),
    }),
    response: z.object({ withdrawn: z.int() }),
    refusals: ['invitation.notFound', 'invitation.ordered'],
  }),
  export: defineCall({
    method: 'POST',
    path: '/invitation/v1/export',
    audience: 'employer',
    summary: '导出名单与完成状态（Excel，Base64）',
    labels: { planId: '年度' },
    request: z.object({ planId: id }),
    response: z.object({
      name: z.string(),
      mime: z.string(),
      content: z.string(),
      exported: z.int(),
    }),
    refusals: ['invitation.noPlan'],
  }),
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
      'order.planClosed',
      'order.planNotYetOpen',
      'invitation.choiceOutdated',
      'order.ordersSpent',
      'order.noGateway',
      'order.payTypeUnavailable',
      'order.gatewayDown',
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
      'order.planClosed',
      'order.switchedTooOften',
      'order.ordersSpent',
      'order.noGateway',
      'order.payTypeUnavailable',
      'order.gatewayDown',
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
      email: text(100).regex(emailRule.pattern, emailRule.msg),
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
