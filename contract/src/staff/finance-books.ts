import { z } from 'zod'
import { id, instant, pageOf, pageQuery, reason } from '../common.ts'
import { defineCall } from '../define.ts'

/** Where money and books differ (docs/payments.md says what to do with each). */
const differenceKind = z.enum(
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
    'RULE',
  ],
  '类型不正确',
)
const differenceState = z.enum(['OPEN', 'HEALED', 'RESOLVED'], '状态不正确')

/** What differs: it stays in the list, settled or not. */
export const difference = z.object({
  id,
  kind: differenceKind,
  subject: z.string(),
  channel: z.string().nullable(),
  orderNo: z.string().nullable(),
  day: z.string().nullable(),
  /** it is about the bill of the day as a whole, which is empty, and our books are not */
  wholeDay: z.boolean(),
  /** ours and theirs in fen, states, the rule that is broken */
  detail: z.record(z.string(), z.unknown()),
  foundAt: instant,
  state: differenceState,
  resolvedBy: z.string().nullable(),
  resolvedAt: instant.nullable(),
  resolution: z.string().nullable(),
})
export const differenceFilter = {
  state: differenceState.optional(),
  kind: differenceKind.optional(),
}

/** The channels' bills against our books, and the worklist of what differs (docs/payments.md). */
export const financeBooks = {
  differences: defineCall({
    method: 'GET',
    path: '/finance/v1/differences',
    audience: 'staff',
    permission: 'finance.read',
    summary: '对账差异：账单与订单不符、通知不符、退款受阻、账目规则不符',
    labels: { kind: '类型' },
    request: z.object({ ...differenceFilter, ...pageQuery }),
    response: pageOf(difference),
    refusals: [],
  }),
  resolveDifference: defineCall({
    method: 'POST',
    path: '/finance/v1/resolve_difference',
    audience: 'staff',
    permission: 'finance.resolve',
    summary: '写明处理结果，结束一条差异',
    labels: { foundAt: '发现时刻' },
    /** foundAt: of the difference its maker saw; it may have become another since, and the words are not about that one */
    request: z.object({ id, foundAt: z.iso.datetime('时间格式不正确'), reason }),
    response: difference,
    refusals: ['order.differenceNotFound', 'order.differenceResolved', 'order.differenceStale'],
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
    response: pageOf(
      z.object({
        channel: z.string(),
        day: z.string(),
        fetchedAt: instant,
        payments: z.int(),
        paid: z.int(),
        refunds: z.int(),
        refunded: z.int(),
        /** rows of other kinds, and rows of other tills that cannot be read */
        others: z.int(),
        /** of this day, still open */
        open: z.int(),
      }),
    ).extend({
      /** days that are over and were not compared yet, the newest first */
      missing: z.array(
        z.object({
          channel: z.string(),
          day: z.string(),
          /**
           * not its hour yet · about to be asked for · not made yet · the channel did not answer · empty, and our books are not ·
           * cut off · its rows are not what its totals say · not readable · the channel is not configured any more
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
          /** when it is asked for next; null: within a minute, or once its channel is configured again */
          nextAt: instant.nullable(),
        }),
      ),
    }),
    refusals: [],
  }),
}
