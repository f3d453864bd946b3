import { z } from 'zod'
import { orderNo } from '../client/order.ts'
import {
  date,
  inDayOrder,
  orderStatus,
  pageOf,
  pageQuery,
  payType,
  queryYear,
  text,
} from '../common.ts'
import { defineCall } from '../define.ts'
import { keyword } from '../person-fields.ts'
import { foldNumber } from '../rules/fold-text.ts'
import { searchLimits } from '../rules/search-limits.ts'
import { differenceFilter, financeBooks } from './finance-books.ts'
import { financeCases } from './finance-cases.ts'
import { financeChannels } from './finance-channels.ts'
import { orderDetail, orderHead } from './finance-order.ts'
import { financeRefunds } from './finance-refunds.ts'
import { financeYear } from './finance-year.ts'

const words = keyword(searchLimits.finance).optional()

const orderFilter = {
  status: orderStatus.optional(),
  payType: payType.optional(),
  year: queryYear.optional(),
  /** order, channel order or transaction: as it stands, or its beginning */
  number: text(searchLimits.finance).overwrite(foldNumber).optional(),
  /** a student's name, or whole phone number, or an employer's name */
  student: words,
  /** which day `from` and `to` are about: it was made, or paid; an export of refunds is by their own, see there */
  dateOf: z.enum(['CREATED', 'PAID'], '日期类型不正确').optional(),
  /** days, both counted */
  from: date.optional(),
  to: date.optional(),
}

/** The finance desk: orders; refunds are in finance-refunds.ts, bills and differences in finance-books.ts. */
export const finance = {
  orders: defineCall({
    method: 'POST',
    path: '/finance/v1/orders',
    audience: 'staff',
    permission: 'finance.read',
    summary: '订单：按状态、支付方式、年度、单号、学员、下单或支付日期查找',
    labels: { number: '单号', student: '学员', dateOf: '日期类型' },
    request: inDayOrder(z.object({ ...orderFilter, ...pageQuery })),
    response: pageOf(orderHead).extend({
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
    summary:
      '导出所查到的订单、这些订单的退款、所查到的差异，或一个自然年（year）每日收支为 Excel；写入操作日志',
    labels: {
      ...{ what: '内容', number: '单号', student: '学员', kind: '类型', dateOf: '日期类型' },
      ...{ channel: '支付渠道', waits: '是否待审核' },
    },
    request: inDayOrder(
      z.object({
        what: z.enum(['ORDERS', 'REFUNDS', 'DIFFERENCES', 'YEAR'], '请选择导出内容'),
        /**
         * of orders, and of refunds: those of the orders that it finds, but that `from` and `to` are days the refund was done on – as the
         * bills have it – or, of one that is not done, begun
         */
        ...orderFilter,
        year: queryYear.optional(),
        /** of differences */
        state: differenceFilter.state,
        kind: differenceFilter.kind,
        channel: differenceFilter.channel,
        waits: differenceFilter.waits,
      }),
    ),
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
