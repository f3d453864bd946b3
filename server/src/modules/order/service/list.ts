import type { clientCalls } from '@ce/contract'
import type { z } from 'zod'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import type { Deps } from '../../../platform/deps.ts'
import { invoiceDeadlines } from '../../invoice/service.ts'
import { refundObstacle } from '../refund-rules.ts'
import { listOrders } from '../store/order-lists.ts'
import {
  listLatestRequests,
  listRefundFacts,
  type RefundRequest,
} from '../store/refund-requests.ts'
import { sumGivenBack } from '../store/refunds.ts'
import { offersH5 } from './channel.ts'
import { offersJsapi } from './in-wechat.ts'
import { type StudentOrder, withItsLine } from './own-order.ts'

type Query = z.output<(typeof clientCalls)['order']['myOrder']['request']>

/** A student's orders, newest first; an unpaid one with the address its QR holds, a paid one with what a refund needs. */
export async function myOrders(deps: Deps, student: StudentActor, query: Query) {
  const { list, ...page } = await listOrders(deps.db, student.studentId, query)
  const refunds = await refundsOf(
    deps,
    list.filter((row) => row.paidAt !== null).map((row) => row.orderNo),
  )
  const deadline = await invoiceDeadlines(deps)
  const givenBack = await sumGivenBack(
    deps.db,
    list.map(({ orderNo }) => orderNo),
  )
  return {
    list: list.map(withItsLine).map((row) => ({
      ...row,
      amount: row.amountFen,
      codeUrl: row.status === 'PENDING' && !row.overdue ? row.codeUrl : null,
      lines: [lineView(row)],
      givenBack: givenBack.get(row.orderNo) ?? null,
      invoiceDeadline: deadline(row),
      ...refunds(row.orderNo),
    })),
    ...page,
  }
}

function lineView({ signId, year, title, amountFen, courseIds }: StudentOrder) {
  return { signId, year, title, amount: amountFen, courseIds }
}

/** The newest refund request of each order, and what hinders a new one. */
async function refundsOf(deps: Deps, orderNos: string[]) {
  const refundDays = await deps.settings.get('order.refundDays')
  const facts = new Map((await listRefundFacts(deps.db, orderNos)).map((row) => [row.orderNo, row]))
  const requests = orderNos.length > 0 ? await listLatestRequests(deps.db, orderNos) : []
  const latest = new Map(requests.map((row) => [row.orderNo, row]))
  return (orderNo: string) => {
    const known = facts.get(orderNo)
    return {
      refundRequest: requestView(latest.get(orderNo)),
      refundObstacle: known ? refundObstacle(known, refundDays) : ('NOT_PAID' as const),
    }
  }
}

function requestView(request: RefundRequest | undefined) {
  return request ? { ...request, byStaff: request.askedBy !== null } : null
}

/** How a priced order can be paid here; empty without any gateway. */
export function payTypes(deps: Deps) {
  const list = [...deps.gateways.keys()].map(asPayType)
  return {
    list,
    h5: list.filter((payType) => offersH5(deps, payType)),
    jsapi: list.filter((payType) => offersJsapi(deps, payType)),
  }
}

type PayType = z.input<(typeof clientCalls)['order']['payTypes']['response']>['list'][number]

/** Gateways are opened by the names of the contract; its response schema checks it again. */
function asPayType(name: string): PayType {
  return name as PayType
}
