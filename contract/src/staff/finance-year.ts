import { z } from 'zod'
import { orderNo } from '../client/order.ts'
import { fen, id, instant, pageQuery, pageShape, queryYear, reason } from '../common.ts'
import { defineCall } from '../define.ts'
import { differenceKind } from './finance-books.ts'

const closedMoney = z.object({
  orderNo,
  signId: id,
  studentId: id,
  title: z.string(),
  year: z.int(),
  paidBy: z.string().nullable(),
  paid: fen,
  amount: fen,
  hoursLeft: z.number(),
  openedAt: instant,
  state: z.enum(['OPEN', 'KEPT', 'RETURNED']),
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  reason: z.string().nullable(),
})

const sums = {
  /**
   * `orders` and `paid` are the number and the sum of payments in our books, including payments that were refunded
   * later.
   */
  orders: z.int(),
  paid: fen,
  billPayments: z.int(),
  billPaid: fen,
  refunds: z.int(),
  refunded: fen,
  billRefunds: z.int(),
  billRefunded: fen,
  /** Bill amounts minus amounts in our books; 0 when they agree. */
  difference: z.int(),
  openCases: z.int(),
  settledCases: z.int(),
}
const yearRow = z.object({
  channel: z.string(),
  period: z.string(),
  ...sums,
  missingBills: z.int(),
})

/** Income and refunds of a year, and payments of closed accounts that did not finish the studies they paid for. */
export const financeYear = {
  yearReport: defineCall({
    method: 'GET',
    path: '/finance/v1/year_report',
    audience: 'staff',
    permission: 'finance.read',
    summary: '年度收支：按渠道和日、月、年列出订单、账单与退款的合计；账单与订单不一致的单列',
    request: z.object({ year: queryYear }),
    response: z.object({
      years: z.array(z.int()),
      year: z.array(yearRow),
      months: z.array(yearRow),
      differing: z.array(
        yearRow.extend({
          cases: z.array(z.object({ id, kind: differenceKind, open: z.boolean() })),
        }),
      ),
      differingTotal: z.int(),
    }),
    refusals: [],
  }),
  closedAccounts: defineCall({
    method: 'GET',
    path: '/finance/v1/closed_accounts',
    audience: 'staff',
    permission: 'finance.read',
    summary: '已注销账号缴费后没有学完的部分，待财务处理的在前',
    request: z.object({ state: z.enum(['OPEN', 'KEPT'], '状态不正确').optional(), ...pageQuery }),
    response: pageShape(closedMoney).extend({ amountTotal: z.int() }),
    refusals: [],
  }),
  keepClosedMoney: defineCall({
    method: 'POST',
    path: '/finance/v1/keep_closed_money',
    audience: 'staff',
    permission: 'finance.resolve',
    summary: '确认已注销账号没有学完的费用不退；要退的从订单发起退款，退款后自动办结',
    request: z.object({ orderNo, signId: id, reason }),
    response: closedMoney,
    refusals: ['order.closedMoneyNotFound', 'order.closedMoneyDecided'],
  }),
}
