import { z } from 'zod'
import { orderNo } from '../client/order.ts'
import {
  date,
  exportedFile,
  orderStatus,
  pageQuery,
  pageShape,
  payType,
  queryYear,
  requireDayOrder,
  text,
} from '../common.ts'
import { defineCall } from '../define.ts'
import { personKeyword } from '../person-fields.ts'
import { foldNumber } from '../rules/fold-text.ts'
import { searchLimits } from '../rules/search-limits.ts'
import { differenceFilter, financeBooks } from './finance-books.ts'
import { financeCases } from './finance-cases.ts'
import { financeChannels } from './finance-channels.ts'
import { financeOrderDetail, financeOrderSummary } from './finance-order.ts'
import { financeRefunds } from './finance-refunds.ts'
import { financeYear } from './finance-year.ts'

const words = personKeyword(searchLimits.finance).optional()

const orderFilter = {
  status: orderStatus.optional(),
  payType: payType.optional(),
  year: queryYear.optional(),
  /** An order, payment or transaction number, whole or its beginning. */
  number: text(searchLimits.finance).overwrite(foldNumber).optional(),
  /** Search by name of student or employer, or by a whole phone number. */
  student: words,
  dateOf: z.enum(['CREATED', 'PAID'], '日期类型不正确').optional(),
  from: date.optional(),
  to: date.optional(),
}

/** Refunds are in finance-refunds.ts, bills and differences in finance-books.ts. */
export const finance = {
  orders: defineCall({
    method: 'POST',
    path: '/finance/v1/orders',
    audience: 'staff',
    permission: 'finance.read',
    summary: '订单：按状态、支付方式、年度、单号、学员、下单或支付日期查找',
    labels: { number: '单号', student: '学员', dateOf: '日期类型' },
    request: requireDayOrder(z.object({ ...orderFilter, ...pageQuery })),
    response: pageShape(financeOrderSummary).extend({
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
    response: financeOrderDetail,
    refusals: ['order.notFound'],
  }),
  ...financeRefunds,
  ...financeBooks,
  ...financeCases,
  ...financeChannels,
  ...financeYear,
  export: defineCall({
    method: 'POST',
    path: '/finance/v1/export',
    audience: 'staff',
    permission: 'finance.export',
    summary: '导出所查到的订单、这些订单的退款、所查到的差异，或一个自然年（year）每日收支为 Excel；写入操作日志',
    labels: {
      ...{ what: '内容', number: '单号', student: '学员', kind: '类型', dateOf: '日期类型' },
      ...{ channel: '支付渠道', waits: '是否待审核' },
    },
    request: requireDayOrder(
      z.object({
        what: z.enum(['ORDERS', 'REFUNDS', 'DIFFERENCES', 'YEAR'], '请选择导出内容'),
        /**
         * For refunds, `from` and `to` limit the day on which a refund was completed, or was started if it is not
         * completed yet.
         */
        ...orderFilter,
        year: queryYear.optional(),
        state: differenceFilter.state,
        kind: differenceFilter.kind,
        channel: differenceFilter.channel,
        waits: differenceFilter.waits,
      }),
    ),
    response: exportedFile,
    refusals: [],
  }),
}
