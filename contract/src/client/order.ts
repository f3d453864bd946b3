import { z } from 'zod'
import {
  emptyRequest,
  emptyResponse,
  fen,
  id,
  instant,
  orderStatus,
  pageQuery,
  pageShape,
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
 * An order is closed as EXPIRED by time, CANCELLED by the student, REPLACED by another order, CHANNEL_CLOSED by the
 * channel, or REFUNDED_LATE when paid after closing.
 */
export const closeReason = z.enum(['EXPIRED', 'CANCELLED', 'REPLACED', 'CHANNEL_CLOSED', 'REFUNDED_LATE'])

/** NATIVE is a QR code; H5 is paid in a phone browser that opens the payment app. */
const payKind = z.enum(['NATIVE', 'H5'], '支付方式不正确')

/** Signed payment parameters with the names that WeChat uses. */
export const wechatBridgeParameters = z.object({
  appId: z.string(),
  timeStamp: z.string(),
  nonceStr: z.string(),
  package: z.string(),
  signType: z.literal('RSA'),
  paySign: z.string(),
})

export const refundRequestState = z.enum(['OPEN', 'WITHDRAWN', 'REFUSED', 'APPROVED'], '状态不正确')
/**
 * A refund is impossible because nothing was paid, the order is free, hours were credited, an exam is running, or it is
 * too late.
 */
export const refundObstacle = z.enum(['NOT_PAID', 'FREE', 'HOURS_CREDITED', 'EXAM_RUNNING', 'TOO_LATE'])

export const invoiceDeadline = z
  .object({
    /** The last day in Asia/Shanghai as YYYY-MM-DD. */
    day: z.string(),
    passed: z.boolean(),
  })
  .nullable()

/** Order summary that students and employers both see. */
export const orderSummary = z.object({
  orderNo,
  status: orderStatus,
  payType,
  amount: fen,
  createdAt: instant,
  expireAt: instant,
  paidAt: instant.nullable(),
  closedAt: instant.nullable(),
  closeReason: closeReason.nullable(),
  codeUrl: z.string().nullable(),
  invoiceDeadline,
})

const orderView = orderSummary.extend({
  lines: z.array(
    z.object({
      signId: id,
      year: z.int(),
      title: z.string(),
      amount: fen,
      /** Course ids, needed to place the same order again at another payment channel. */
      courseIds: z.array(id),
    }),
  ),
  /** Money paid twice or too late that is refunded in full. */
  givenBack: z
    .object({
      amount: fen,
      done: z.boolean(),
      /** Staff refunded at least a part outside the payment channel. */
      elsewhere: z.boolean(),
    })
    .nullable(),
  refundRequest: z
    .object({
      id,
      reason: z.string(),
      state: refundRequestState,
      askedAt: instant,
      decidedAt: instant.nullable(),
      decideReason: z.string().nullable(),
      byStaff: z.boolean(),
    })
    .nullable(),
  /** The value is null when a refund can be requested. */
  refundObstacle: refundObstacle.nullable(),
})

export const placedOrder = z.object({
  orderNo,
  amount: fen,
  status: orderStatus,
  codeUrl: z.string().nullable(),
  expireAt: instant,
})

export const orderState = z.object({
  orderNo,
  status: orderStatus,
  paidAt: instant.nullable(),
  closeReason: closeReason.nullable(),
  expireAt: instant,
  serverNow: instant,
  /** The last call to the payment channel failed, but the order may still be paid. */
  channelFailed: z.boolean(),
})

export const orderPlacementRefusals = [
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
      ...orderPlacementRefusals,
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
      /** The user says that the order is paid, so the server asks the payment channel sooner. */
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
    response: pageShape(orderView),
    refusals: [],
  }),
  payTypes: defineCall({
    method: 'GET',
    path: '/order/v1/pay_types',
    audience: 'student',
    agreement: 'needed',
    summary: '当前可用的支付方式',
    request: emptyRequest,
    response: z.object({
      list: z.array(payType),
      /** Payment channels for phone browsers, which need no QR code. */
      h5: z.array(payType),
      /** Payment channels that work inside the browser of their own app, see askPayer. */
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
      /** Content of the QR code or address to open in the browser; null when not payable. */
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
      /** Target of the browser; it is null when not payable. */
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
      code: z.string('缺少授权码').regex(/^[\w.-]{1,256}$/, '授权码格式不正确'),
      state: z.string('缺少授权凭证').max(128, '授权凭证格式不正确'),
    }),
    response: z.object({
      orderNo,
      status: orderStatus,
      expireAt: instant,
      /** Arguments of getBrandWCPayRequest; null when the order is not payable. */
      bridge: wechatBridgeParameters.nullable(),
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
    response: emptyResponse,
    refusals: ['order.notFound', 'order.notPending', 'order.gatewayDown'],
  }),
  requestRefund: defineCall({
    method: 'POST',
    path: '/order/v1/request_refund',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '申请退款：取得学时之前可以申请，由财务审核',
    /** The client makes the id, so a repeated call returns the same refund request. */
    request: z.object({ id, orderNo, reason: text(200).min(2, '请填写退款原因') }),
    response: emptyResponse,
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
    response: emptyResponse,
    refusals: ['order.refundRequestNotFound', 'order.refundDecided'],
  }),
  notify: defineCall({
    method: 'POST',
    path: '/order/v1/notify/:channel',
    audience: 'public',
    summary: '支付渠道通知（验签、比对金额与商户，幂等；支付宝以纯文本 success 应答）',
    body: 'raw',
    request: z.unknown(),
    response: emptyResponse,
    refusals: ['order.badNotification'],
  }),
}
