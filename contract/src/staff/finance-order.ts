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
/** refused · no answer that we know · its channel is not configured any more · it takes no further refund of this payment */
const refundAnswer = z.enum([
  'DONE',
  'PENDING',
  'STUCK',
  'FAILED',
  'REFUSED',
  'UNANSWERED',
  'NO_CHANNEL',
  'SPENT',
])
const paymentStatus = z.enum(['CREATED', 'PAID', 'CLOSED', 'REFUNDING', 'REFUNDED'])
export const person = z.object({ id, name: z.string(), phoneMasked: z.string() })

/** The order's newest invoice, and what the rules of refunds do to it (docs/invoices.md). */
export const invoice = z.object({
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

export const orderHead = z.object({
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

export const refundRequest = z.object({
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

/** the channel takes no further refund of its payment: the money has to go back otherwise */
export const refundsSpent = z.boolean()

/** An order with all that is known of it: what each of the desk's writes answers, too. */
export const orderDetail = orderHead.extend({
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
          /** how often the channel was asked, what it said last, and when it is asked next by itself; null: not any more */
          askCount: z.int(),
          lastAnswer: refundAnswer.nullable(),
          /** in the channel's own words */
          lastWords: z.string().nullable(),
          answeredAt: instant.nullable(),
          nextAt: instant.nullable(),
          /** what came back of it by other ways, in fen, and by which numbers */
          elsewhere: fen,
          references: z.array(z.string()),
          /** the case of one that its channel does not give, open or not; null: none */
          caseId: id.nullable(),
        }),
      ),
    }),
  ),
  /** newest first */
  requests: z.array(refundRequest),
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
