import { z } from 'zod'
import { invoiceState } from '../client/invoice.ts'
import { closeReason, orderNo, refundObstacle, refundRequestState } from '../client/order.ts'
import {
  date,
  fen,
  id,
  instant,
  orderStatus,
  pageOf,
  pageQuery,
  payType,
  queryYear,
  reason,
  text,
} from '../common.ts'
import { defineCall } from '../define.ts'
import { difference, differenceFilter, financeBooks } from './finance-books.ts'

const words = text(64).optional()
const refundNo = z.string('请提供退款单号').regex(/^[0-9A-Z]{10,40}$/, '退款单号格式不正确')
const reference = text(64).min(4, '凭证号至少 4 个字')

export const refundStatus = z.enum(['PENDING', 'STUCK', 'FAILED', 'DONE'], '状态不正确')
const paymentStatus = z.enum(['CREATED', 'PAID', 'CLOSED', 'REFUNDING', 'REFUNDED'])
const person = z.object({ id, name: z.string(), phoneMasked: z.string() })

/** The order's newest invoice, and what the rules of refunds do to it (docs/invoices.md). */
const invoice = z.object({
  id,
  applyNo: z.string(),
  state: invoiceState,
  /** FAILED, but because whoever asked took it back */
  withdrawn: z.boolean(),
  amount: fen,
  /** what money that goes back makes of it: nothing · its application is given up · it must be red-reversed */
  onRefund: z.enum(['NOTHING', 'GIVEN_UP', 'RED_REVERSAL']),
  /** money has gone back since: that is what it waits for now */
  waitsFor: z.enum(['RED_REVERSAL', 'TAX_SYSTEM']).nullable(),
})

const head = z.object({
  orderNo,
  /** whose order it is: one of the two */
  student: person.nullable(),
  organisation: z.object({ id, name: z.string() }).nullable(),
  /** of its first line */
  year: z.int(),
  title: z.string(),
  lineCount: z.int(),
  amount: fen,
  payType,
  status: orderStatus,
  closeReason: closeReason.nullable(),
  createdAt: instant,
  expireAt: instant,
  paidAt: instant.nullable(),
  closedAt: instant.nullable(),
  /** of the payment it was paid by, or that went back */
  transactionId: z.string().nullable(),
  /** a refund waits for a decision */
  refundOpen: z.boolean(),
})

const orderFilter = {
  status: orderStatus.optional(),
  payType: payType.optional(),
  year: queryYear.optional(),
  /** order, channel order or transaction: as it stands, or its beginning */
  number: words,
  /** a student's name, or whole phone number, or an employer's name */
  student: words,
  /** which day `from` and `to` are about: it was made, or paid; an export of refunds is by their own, see there */
  dateOf: z.enum(['CREATED', 'PAID'], '日期类型不正确').optional(),
  /** days, both counted */
  from: date.optional(),
  to: date.optional(),
}

const request = z.object({
  id,
  orderNo,
  /** the line it is about */
  signId: id,
  /** of the staff; null: whoever the order belongs to */
  askedBy: z.string().nullable(),
  reason: z.string(),
  state: refundRequestState,
  askedAt: instant,
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  decideReason: z.string().nullable(),
})

/** Money that the channel does not give back, and that somebody gave back otherwise: counts once another has agreed. */
const elsewhere = z.object({
  id,
  /** of the transfer, or of the refund in the merchant console */
  reference: z.string(),
  reason: z.string(),
  askedBy: z.string(),
  askedAt: instant,
  state: refundRequestState,
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  decideReason: z.string().nullable(),
})

/** the channel takes no further refund of its payment: the money has to go back otherwise */
const refundsSpent = z.boolean()

const requestHead = request.extend({
  student: person,
  /** the employer that paid */
  organisationName: z.string().nullable(),
  title: z.string(),
  year: z.int(),
  amount: fen,
  paidAt: instant.nullable(),
  orderStatus,
  /** null: none was applied for */
  invoice: invoice.nullable(),
  /** what hinders it at this moment; null: nothing */
  obstacle: refundObstacle.nullable(),
  refundsSpent,
})

const orderDetail = head.extend({
  /** null: none was applied for */
  invoice: invoice.nullable(),
  refundsSpent,
  lines: z.array(
    z.object({
      signId: id,
      student: person,
      year: z.int(),
      title: z.string(),
      amount: fen,
      /** how far its money has gone back; null: it is kept */
      refund: refundStatus.nullable(),
      /** what hinders a refund at this moment; null: nothing */
      obstacle: refundObstacle.nullable(),
    }),
  ),
  payments: z.array(
    z.object({
      outTradeNo: z.string(),
      channel: z.string(),
      amount: fen,
      status: paymentStatus,
      channelState: z.string().nullable(),
      transactionId: z.string().nullable(),
      createdAt: instant,
      paidAt: instant.nullable(),
      queryCount: z.int(),
      /** the whole of it, or line by line */
      refunds: z.array(
        z.object({
          refundNo: z.string(),
          amount: fen,
          reason: z.enum(['SECOND_PAYMENT', 'LATE_PAYMENT', 'REQUESTED']),
          status: refundStatus,
          attempt: z.int(),
          createdAt: instant,
          doneAt: instant.nullable(),
          /** the channel was asked in vain: it can be entered as given back otherwise */
          stuck: z.boolean(),
          /** the newest entry that it was given back otherwise; null: none */
          elsewhere: elsewhere.nullable(),
        }),
      ),
    }),
  ),
  /** newest first */
  requests: z.array(request),
  differences: z.array(difference),
  /** how many events there are before those told here */
  earlierEvents: z.int(),
  /** what happened to it and its payments: the newest, oldest first */
  events: z.array(
    z.object({
      id: z.string(),
      at: instant,
      actor: z.string(),
      action: z.string(),
      detail: z.record(z.string(), z.unknown()),
    }),
  ),
})

/** The finance desk: orders and refunds; bills and differences are in finance-books.ts. */
export const finance = {
  orders: defineCall({
    method: 'POST',
    path: '/finance/v1/orders',
    audience: 'staff',
    permission: 'finance.read',
    summary: '订单：按状态、支付方式、年度、单号、学员、下单或支付日期查找',
    labels: { number: '单号', student: '学员', dateOf: '日期类型' },
    request: z.object({ ...orderFilter, ...pageQuery }),
    response: pageOf(head).extend({
      /** of all that the filter finds: paid and kept */
      paidTotal: z.int(),
    }),
    refusals: [],
  }),
  order: defineCall({
    method: 'GET',
    path: '/finance/v1/order',
    audience: 'staff',
    permission: 'finance.read',
    summary: '一笔订单：渠道支付、退款、申请与经过',
    request: z.object({ orderNo }),
    response: orderDetail,
    refusals: ['order.notFound'],
  }),
  refundRequests: defineCall({
    method: 'GET',
    path: '/finance/v1/refund_requests',
    audience: 'staff',
    permission: 'finance.read',
    summary: '退款申请，先申请的在前',
    request: z.object({ state: refundRequestState.optional(), ...pageQuery }),
    response: pageOf(requestHead).extend({
      /** refunds entered as given back otherwise that wait for a second person, who entered first is first */
      elsewhere: z.array(
        z.object({ id, orderNo, refundNo, amount: fen, askedBy: z.string(), askedAt: instant }),
      ),
    }),
    refusals: [],
  }),
  openRefund: defineCall({
    method: 'POST',
    path: '/finance/v1/open_refund',
    audience: 'staff',
    permission: 'finance.refund',
    summary: '由工作人员发起一行订单的退款；须由另一名工作人员审核',
    labels: { signId: '报名' },
    /** id is made by the client: a repeat finds the same request */
    request: z.object({ id, orderNo, signId: id, reason }),
    response: orderDetail,
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
    response: orderDetail,
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
    response: orderDetail,
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
    response: orderDetail,
    refusals: ['order.notFound'],
  }),
  enterElsewhere: defineCall({
    method: 'POST',
    path: '/finance/v1/enter_elsewhere',
    audience: 'staff',
    permission: 'finance.refund',
    summary: '登记一笔渠道不予退回的退款已另行退回；须由另一名工作人员审核',
    labels: { refundNo: '退款单号', reference: '凭证号' },
    /** id is made by the client: a repeat finds the same entry */
    request: z.object({ id, refundNo, reference, reason }),
    response: orderDetail,
    refusals: [
      'order.notFound',
      'order.refundDone',
      'order.refundNotStuck',
      'order.elsewhereAsked',
      'order.keyUsed',
    ],
  }),
  decideElsewhere: defineCall({
    method: 'POST',
    path: '/finance/v1/decide_elsewhere',
    audience: 'staff',
    permission: 'finance.refund',
    summary: '同意或不同意另行退回的登记；同意后退款即为完成，平台不再向渠道发起',
    labels: { decision: '决定' },
    request: z.object({ id, decision: z.enum(['APPROVED', 'REFUSED'], '请选择决定'), reason }),
    response: orderDetail,
    refusals: [
      'order.elsewhereNotFound',
      'order.elsewhereDecided',
      'order.secondPerson',
      'order.refundDone',
      'order.refundNotStuck',
    ],
  }),
  withdrawElsewhere: defineCall({
    method: 'POST',
    path: '/finance/v1/withdraw_elsewhere',
    audience: 'staff',
    permission: 'finance.refund',
    summary: '登记人撤回自己登记、还没有结论的另行退回',
    request: z.object({ id }),
    response: orderDetail,
    refusals: ['order.elsewhereNotFound', 'order.notAsker', 'order.elsewhereDecided'],
  }),
  ...financeBooks,
  export: defineCall({
    method: 'POST',
    path: '/finance/v1/export',
    audience: 'staff',
    permission: 'finance.export',
    summary: '导出所查到的订单、这些订单的退款，或所查到的差异为 Excel；写入操作日志',
    labels: { what: '内容', number: '单号', student: '学员', kind: '类型', dateOf: '日期类型' },
    request: z.object({
      what: z.enum(['ORDERS', 'REFUNDS', 'DIFFERENCES'], '请选择导出内容'),
      /**
       * of orders, and of refunds: those of the orders that it finds, but that `from` and `to` are days the refund was done on – as the
       * bills have it – or, of one that is not done, begun
       */
      ...orderFilter,
      year: queryYear.optional(),
      /** of differences */
      ...differenceFilter,
    }),
    response: z.object({
      name: z.string(),
      mime: z.string(),
      /** Base64 */
      content: z.string(),
      exported: z.int(),
      /** beyond the most that one file takes */
      leftOut: z.int(),
    }),
    refusals: [],
  }),
}
