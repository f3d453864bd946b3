import { z } from 'zod'
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
  text,
  year,
} from '../common.ts'
import { defineCall } from '../define.ts'
import { foldNumber } from '../rules/fold-text.ts'

export const orderNo = z
  .string('请提供订单号')
  .max(60, { error: '订单号格式不正确', abort: true })
  .overwrite(foldNumber)
  .regex(/^[0-9A-Z]{10,32}$/, '订单号格式不正确')

/**
 * EXPIRED by time · CANCELLED by the student · REPLACED by an order of other courses or by another channel · CHANNEL_CLOSED by the payment channel ·
 * REFUNDED_LATE: paid after closing, the money goes back.
 */
export const closeReason = z.enum([
  'EXPIRED',
  'CANCELLED',
  'REPLACED',
  'CHANNEL_CLOSED',
  'REFUNDED_LATE',
])

/** by a QR that a phone scans · in a phone's own browser, from where the channel's app is opened */
const payKind = z.enum(['NATIVE', 'H5'], '支付方式不正确')

/** What WeChat's own browser is asked to pay, by the names it has for them; signed by us. */
export const bridgeCall = z.object({
  appId: z.string(),
  timeStamp: z.string(),
  nonceStr: z.string(),
  package: z.string(),
  signType: z.literal('RSA'),
  paySign: z.string(),
})

export const refundRequestState = z.enum(['OPEN', 'WITHDRAWN', 'REFUSED', 'APPROVED'], '状态不正确')
/**
 * Why an order's money cannot go back: nothing was paid (any more) · nothing to pay · hours were credited · an exam is
 * under way · too long ago
 */
export const refundObstacle = z.enum([
  'NOT_PAID',
  'FREE',
  'HOURS_CREDITED',
  'EXAM_RUNNING',
  'TOO_LATE',
])

/** Until when the invoice of a paid order can be asked for; null: nothing was paid. */
export const invoiceDeadline = z
  .object({
    /** the last day, in Shanghai: YYYY-MM-DD */
    day: z.string(),
    passed: z.boolean(),
  })
  .nullable()

const orderView = z.object({
  orderNo,
  status: orderStatus,
  payType,
  amount: fen,
  createdAt: instant,
  expireAt: instant,
  paidAt: instant.nullable(),
  closedAt: instant.nullable(),
  closeReason: closeReason.nullable(),
  /** the QR's content while the order is payable */
  codeUrl: z.string().nullable(),
  lines: z.array(
    z.object({
      signId: id,
      year: z.int(),
      title: z.string(),
      amount: fen,
      /** chosen: what the same order by another channel is placed with */
      courseIds: z.array(id),
    }),
  ),
  /** what came twice or too late and goes back whole, whoever asked for nothing; null: nothing did */
  givenBack: z
    .object({
      amount: fen,
      done: z.boolean(),
      /** not, or not all, by its channel: staff gave it back in another way */
      elsewhere: z.boolean(),
    })
    .nullable(),
  invoiceDeadline,
  /** the newest request for a refund */
  refundRequest: z
    .object({
      id,
      reason: z.string(),
      state: refundRequestState,
      askedAt: instant,
      decidedAt: instant.nullable(),
      decideReason: z.string().nullable(),
      /** opened by staff: not the student's to take back */
      byStaff: z.boolean(),
    })
    .nullable(),
  /** null: a refund can be asked for */
  refundObstacle: refundObstacle.nullable(),
})

/** One that was just placed. */
export const placedOrder = z.object({
  orderNo,
  amount: fen,
  status: orderStatus,
  codeUrl: z.string().nullable(),
  expireAt: instant,
})

/** How an order stands, for a page that waits for its payment. */
export const orderState = z.object({
  orderNo,
  status: orderStatus,
  paidAt: instant.nullable(),
  closeReason: closeReason.nullable(),
  expireAt: instant,
  serverNow: instant,
  /** the last channel attempt failed, the order may still be paid */
  channelFailed: z.boolean(),
})

/** What keeps an order from being placed at a channel, whoever places it, anew or in another one's place. */
export const placingRefusals = [
  'order.planClosed',
  'order.noGateway',
  'order.payTypeUnavailable',
  'order.gatewayDown',
  'order.ordersSpent',
] as const

export const order = {
  createOrder: defineCall({
    method: 'POST',
    path: '/order/v1/create_order',
    audience: 'student',
    agreement: 'needed',
    summary: '报名并下单；相同课程返回同一未付订单',
    request: z.object({
      year,
      courseIds: z.array(id, '请选择课程').min(1, '请选择课程').max(200, '课程过多'),
      payType,
    }),
    response: placedOrder.extend({ signId: id }),
    refusals: [
      'order.noSuchPlan',
      'order.planNotYetOpen',
      'order.notOfPlan',
      'order.requiredMissing',
      'order.notEnoughHours',
      'order.alreadyPaid',
      'order.employerPays',
      'order.refunding',
      ...placingRefusals,
      'order.switchedTooOften',
    ],
  }),
  queryStatus: defineCall({
    method: 'GET',
    path: '/order/v1/query_status',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '查询支付状态；未付时向支付渠道核实',
    labels: { paid: '是否已付' },
    request: z.object({
      orderNo,
      /** somebody says they have paid: the channel is asked sooner */
      paid: z.literal('1', '应为 1').optional(),
    }),
    response: orderState.extend({ signId: id }),
    refusals: ['order.notFound'],
  }),
  myOrder: defineCall({
    method: 'GET',
    path: '/order/v1/my_order',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '我的订单',
    request: z.object({ status: orderStatus.optional(), ...pageQuery }),
    response: pageOf(orderView),
    refusals: [],
  }),
  payTypes: defineCall({
    method: 'GET',
    path: '/order/v1/pay_types',
    audience: 'student',
    agreement: 'needed',
    summary: '当前可用的支付方式',
    request: nothing,
    response: z.object({
      list: z.array(payType),
      /** those of them that a phone's browser can pay by without a QR */
      h5: z.array(payType),
      /** those that are paid inside the channel's own browser, see askPayer */
      jsapi: z.array(payType),
    }),
    refusals: [],
  }),
  openPayment: defineCall({
    method: 'POST',
    path: '/order/v1/open_payment',
    audience: 'student',
    agreement: 'needed',
    summary: '按指定方式支付未付订单：另一种方式先向支付渠道核实并关单',
    request: z.object({ orderNo, kind: payKind }),
    response: z.object({
      orderNo,
      status: orderStatus,
      kind: payKind,
      /** what the QR holds, or where the browser goes; null: not to be paid any more */
      address: z.string().nullable(),
      expireAt: instant,
    }),
    refusals: [
      'order.notFound',
      'order.payTypeUnavailable',
      'order.gatewayDown',
      'order.endsSoon',
      'order.switchedTooOften',
      'order.openedElsewhere',
    ],
  }),
  askPayer: defineCall({
    method: 'POST',
    path: '/order/v1/ask_payer',
    audience: 'student',
    agreement: 'needed',
    summary: '在微信内支付：取得前往微信静默授权的地址，授权后回到该订单',
    request: z.object({ orderNo }),
    response: z.object({
      orderNo,
      status: orderStatus,
      /** where the browser goes; null: not to be paid any more */
      address: z.string().nullable(),
    }),
    refusals: ['order.notFound', 'order.payTypeUnavailable'],
  }),
  openInWechat: defineCall({
    method: 'POST',
    path: '/order/v1/open_in_wechat',
    audience: 'student',
    agreement: 'needed',
    summary: '凭微信授权结果在微信内支付未付订单：另一种方式先向支付渠道核实并关单',
    labels: { code: '微信授权码', state: '微信授权凭证' },
    request: z.object({
      orderNo,
      /** what WeChat sent the browser back with */
      code: z.string('缺少授权码').regex(/^[\w.-]{1,256}$/, '授权码格式不正确'),
      state: z.string('缺少授权凭证').max(128, '授权凭证格式不正确'),
    }),
    response: z.object({
      orderNo,
      status: orderStatus,
      expireAt: instant,
      /** what getBrandWCPayRequest is called with; null: not to be paid any more */
      bridge: bridgeCall.nullable(),
    }),
    refusals: [
      'order.notFound',
      'order.payTypeUnavailable',
      'order.payerStale',
      'order.payerUnknown',
      'order.gatewayDown',
      'order.endsSoon',
      'order.switchedTooOften',
      'order.openedElsewhere',
    ],
  }),
  cancelOrder: defineCall({
    method: 'POST',
    path: '/order/v1/cancel_order',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '取消未付订单（先向支付渠道核实并关单）',
    request: z.object({ orderNo }),
    response: done,
    refusals: ['order.notFound', 'order.notPending', 'order.gatewayDown'],
  }),
  requestRefund: defineCall({
    method: 'POST',
    path: '/order/v1/request_refund',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '申请退款：取得学时之前可以申请，由财务审核',
    /** id is made by the client: a repeat finds the same request */
    request: z.object({ id, orderNo, reason: text(200).min(2, '请填写退款原因') }),
    response: done,
    refusals: [
      'order.notFound',
      'order.refundNotPossible',
      'order.refundHoursCredited',
      'order.refundExamRunning',
      'order.refundTooLate',
      'order.refundsSpent',
      'order.refundAsked',
      'order.keyUsed',
    ],
  }),
  withdrawRefund: defineCall({
    method: 'POST',
    path: '/order/v1/withdraw_refund',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '撤回尚未审核的退款申请',
    request: z.object({ id }),
    response: done,
    refusals: ['order.refundRequestNotFound', 'order.refundDecided'],
  }),
  notify: defineCall({
    method: 'POST',
    path: '/order/v1/notify/:channel',
    audience: 'public',
    summary: '支付渠道通知（验签、比对金额与商户，幂等；支付宝以纯文本 success 应答）',
    body: 'raw',
    request: z.unknown(),
    response: done,
    refusals: ['order.badNotification'],
  }),
}
