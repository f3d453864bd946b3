import { z } from 'zod'
import { id, instant, pageQuery, pageShape, payType, text } from '../common.ts'
import { defineCall } from '../define.ts'
import { foldNumber } from '../rules/fold-text.ts'
import { searchLimits } from '../rules/search-limits.ts'

/** docs/payments.md explains what to do with each kind of difference. */
export const differenceKind = z.enum(
  [
    'NOT_BOOKED',
    'UNKNOWN_PAYMENT',
    'AMOUNT',
    'NOT_AT_CHANNEL',
    'REFUND_NOT_BOOKED',
    'REFUND_UNKNOWN',
    'REFUND_AMOUNT',
    'REFUND_NOT_AT_CHANNEL',
    'REFUND_STUCK',
    'REFUND_TWICE',
    'NOTIFICATION',
    'CHANNEL_TIME',
    'RULE',
  ],
  '类型不正确',
)
const differenceState = z.enum(['OPEN', 'HEALED', 'RESOLVED'], '状态不正确')

/** A closed difference stays in the list of differences. */
export const difference = z.object({
  id,
  kind: differenceKind,
  subject: z.string(),
  channel: z.string().nullable(),
  orderNo: z.string().nullable(),
  day: z.string().nullable(),
  /** True when the channel's bill of the whole day is empty but our books are not. */
  wholeDay: z.boolean(),
  /** Amounts of both sides in fen, states, the broken rule. */
  detail: z.record(z.string(), z.unknown()),
  foundAt: instant,
  state: differenceState,
  resolvedBy: z.string().nullable(),
  resolvedAt: instant.nullable(),
  resolution: z.string().nullable(),
  /** Bill amount minus amount in our books, in fen; for a stuck refund the amount still to be refunded. */
  sum: z.int(),
  rest: z.int(),
  waits: z.boolean(),
})
export const differenceFilter = {
  state: differenceState.optional(),
  kind: differenceKind.optional(),
  channel: payType.optional(),
  waits: z.enum(['true', 'false'], '应为 true 或 false').optional(),
  /** Search by a whole number or its beginning: refund, order or payment number. */
  number: text(searchLimits.finance).overwrite(foldNumber).optional(),
}

/** Compares channel bills with our books and lists the differences (docs/payments.md). */
export const financeBooks = {
  differences: defineCall({
    method: 'GET',
    path: '/finance/v1/differences',
    audience: 'staff',
    permission: 'finance.read',
    summary: '对账差异：账单与订单不符、通知不符、退款受阻、账目规则不符',
    labels: { kind: '类型', channel: '支付渠道', number: '单号', waits: '是否待审核' },
    request: z.object({ ...differenceFilter, ...pageQuery }),
    response: pageShape(difference),
    refusals: [],
  }),
  retryDifference: defineCall({
    method: 'POST',
    path: '/finance/v1/retry_difference',
    audience: 'staff',
    permission: 'finance.resolve',
    summary: '立即向渠道核对一条差异，一致则自动结束',
    request: z.object({ id }),
    response: difference,
    refusals: ['order.differenceNotFound'],
  }),
  bills: defineCall({
    method: 'GET',
    path: '/finance/v1/bills',
    audience: 'staff',
    permission: 'finance.read',
    summary: '已对账的日期，以及账单尚未获取的日期与原因，新的在前',
    request: z.object(pageQuery),
    response: pageShape(
      z.object({
        channel: z.string(),
        day: z.string(),
        fetchedAt: instant,
        payments: z.int(),
        paid: z.int(),
        refunds: z.int(),
        refunded: z.int(),
        /** Number of bill rows of other kinds, and of unreadable rows that belong to other shops. */
        others: z.int(),
        open: z.int(),
      }),
    ).extend({
      missing: z.array(
        z.object({
          channel: z.string(),
          day: z.string(),
          /**
           * Why the bill is missing: not due yet, due now, not made by the channel, no response, empty, cut off, wrong,
           * unreadable, or channel not configured.
           */
          why: z.enum([
            'NOT_DUE',
            'NOT_TRIED',
            'NOT_MADE',
            'FAILED',
            'EMPTY',
            'CUT',
            'MISMATCH',
            'UNREADABLE',
            'NO_CHANNEL',
          ]),
          /** Time of the next download; null when due now or not configured. */
          nextAt: instant.nullable(),
        }),
      ),
    }),
    refusals: [],
  }),
}
