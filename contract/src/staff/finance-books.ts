import { z } from 'zod'
import { id, instant, pageOf, pageQuery, payType, text } from '../common.ts'
import { defineCall } from '../define.ts'
import { foldNumber } from '../rules/fold-text.ts'
import { searchLimits } from '../rules/search-limits.ts'

/** Where money and books differ (docs/payments.md says what to do with each). */
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
  /** what the channel has more than our books, in fen (less: negative); of a stuck refund what is still to be given back */
  sum: z.int(),
  /** what no decision has settled of it */
  rest: z.int(),
  /** a decision waits for a second person */
  waits: z.boolean(),
})
export const differenceFilter = {
  state: differenceState.optional(),
  kind: differenceKind.optional(),
  channel: payType.optional(),
  /** only those that wait for a second person */
  waits: z.enum(['true', 'false'], '应为 true 或 false').optional(),
  /** its own, of its order or of its payment: as it stands, or its beginning */
  number: text(searchLimits.finance).overwrite(foldNumber).optional(),
}

/** The channels' bills against our books, and the worklist of what differs (docs/payments.md). */
export const financeBooks = {
  differences: defineCall({
    method: 'GET',
    path: '/finance/v1/differences',
    audience: 'staff',
    permission: 'finance.read',
    summary: '对账差异：账单与订单不符、通知不符、退款受阻、账目规则不符',
    labels: { kind: '类型', channel: '支付渠道', number: '单号', waits: '是否待审核' },
    request: z.object({ ...differenceFilter, ...pageQuery }),
    response: pageOf(difference),
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
