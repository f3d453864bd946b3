import { z } from 'zod'
import { invoiceState } from '../client/invoice.ts'
import { closeReason, orderNo, refundObstacle, refundRequestState } from '../client/order.ts'
import { fen, id, instant, orderStatus, payType } from '../common.ts'
import { foldNumber } from '../rules/fold-text.ts'
import { difference } from './finance-books.ts'

export const refundNo = z
  .string('请提供退款单号')
  .max(60, { error: '退款单号格式不正确', abort: true })
  .overwrite(foldNumber)
  .regex(/^[0-9A-Z]{10,40}$/, '退款单号格式不正确')
const refundStatus = z.enum(['PENDING', 'STUCK', 'FAILED', 'DONE'], '状态不正确')
/**
 * Result of the refund call: refused, response unknown, channel not configured, or no further refund of this payment.
 */
const refundAnswer = z.enum(['DONE', 'PENDING', 'STUCK', 'FAILED', 'REFUSED', 'UNANSWERED', 'NO_CHANNEL', 'SPENT'])
const paymentStatus = z.enum(['CREATED', 'PAID', 'CLOSED', 'REFUNDING', 'REFUNDED'])
export const financePerson = z.object({ id, name: z.string(), phoneMasked: z.string() })

/** A refund may cancel or reverse the newest invoice (docs/invoices.md). */
export const financeInvoice = z.object({
  id,
  applyNo: z.string(),
  state: invoiceState,
  withdrawn: z.boolean(),
  amount: fen,
  /** Effect of a refund on the invoice: none, application cancelled, or reversal required. */
  onRefund: z.enum(['NOTHING', 'GIVEN_UP', 'RED_REVERSAL']),
  waitsFor: z.enum(['RED_REVERSAL', 'TAX_SYSTEM']).nullable(),
})

export const financeOrderSummary = z.object({
  orderNo,
  student: financePerson.nullable(),
  organisation: z.object({ id, name: z.string() }).nullable(),
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
  transactionId: z.string().nullable(),
  refundOpen: z.boolean(),
})

export const financeRefundRequest = z.object({
  id,
  orderNo,
  signId: id,
  /** The staff member who requested the refund; null when the owner of the order did. */
  askedBy: z.string().nullable(),
  reason: z.string(),
  state: refundRequestState,
  askedAt: instant,
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  decideReason: z.string().nullable(),
})

/** The payment channel accepts no further refund, so the money must be refunded outside it. */
export const refundsSpent = z.boolean()

/** Details of an order, which write calls of the finance pages also return. */
export const financeOrderDetail = financeOrderSummary.extend({
  invoice: financeInvoice.nullable(),
  refundsSpent,
  lines: z.array(
    z.object({
      signId: id,
      student: financePerson,
      year: z.int(),
      title: z.string(),
      amount: fen,
      refund: refundStatus.nullable(),
      /** Why no refund is possible; null when it is possible now. */
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
      refunds: z.array(
        z.object({
          refundNo: z.string(),
          amount: fen,
          reason: z.enum(['SECOND_PAYMENT', 'LATE_PAYMENT', 'REQUESTED']),
          status: refundStatus,
          attempt: z.int(),
          createdAt: instant,
          doneAt: instant.nullable(),
          /** Number of requests to the payment channel, with its last response and the time of the next query. */
          askCount: z.int(),
          lastAnswer: refundAnswer.nullable(),
          lastWords: z.string().nullable(),
          answeredAt: instant.nullable(),
          nextAt: instant.nullable(),
          /** Amount in fen refunded outside the payment channel, with the numbers of the transfers. */
          elsewhere: fen,
          references: z.array(z.string()),
          /** The money case of a stuck refund; null when there is none. */
          caseId: id.nullable(),
        }),
      ),
    }),
  ),
  requests: z.array(financeRefundRequest),
  differences: z.array(difference),
  earlierEvents: z.int(),
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
