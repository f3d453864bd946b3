import { z } from 'zod'
import { orderNo } from '../client/order.ts'
import { fen, id, instant, pageOf, pageQuery, queryYear, reason } from '../common.ts'
import { defineCall } from '../define.ts'
import { differenceKind } from './finance-books.ts'

const closedMoney = z.object({
  orderNo,
  signId: id,
  studentId: id,
  title: z.string(),
  year: z.int(),
  /** the employer that paid; null: the student did */
  paidBy: z.string().nullable(),
  /** what was paid for the year, and the part of it that is not studied */
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
  /** paid orders, and other money that came and went back whole, by our books */
  orders: z.int(),
  paid: fen,
  /** by the channel's bills */
  billPayments: z.int(),
  billPaid: fen,
  refunds: z.int(),
  refunded: fen,
  billRefunds: z.int(),
  billRefunded: fen,
  /** what bills and books differ by: money in less money returned; 0: they tie */
  difference: z.int(),
  /** cases of these days that are open, and those that are settled */
  openCases: z.int(),
  settledCases: z.int(),
}
const yearRow = z.object({
  channel: z.string(),
  /** a day, a month, or the year */
  period: z.string(),
  ...sums,
  /** days of it without a bill on which our books have money */
  missingBills: z.int(),
})

/** A year's money, and what is left of closed accounts. */
export const financeYear = {
  yearReport: defineCall({
    method: 'GET',
    path: '/finance/v1/year_report',
    audience: 'staff',
    permission: 'finance.read',
    summary: '年度收支：按渠道和日、月、年列出订单、账单与退款的合计；账单与订单不一致的单列',
    request: z.object({ year: queryYear }),
    response: z.object({
      /** years of which there is money */
      years: z.array(z.int()),
      /** by channel: the whole year, and its months */
      year: z.array(yearRow),
      months: z.array(yearRow),
      /** the first days on which bills and books differ, cases are open, or a bill is missing */
      differing: z.array(
        yearRow.extend({
          /** of the day, but for those that healed */
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
    response: pageOf(closedMoney).extend({ amountTotal: z.int() }),
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
