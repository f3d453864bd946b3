import type { clientCalls } from '@ce/contract'
import type { z } from 'zod'
import type { StudentActor } from '../../../../platform/auth/sessions.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { loadInvoiceDeadlines } from '../../invoice/service/apply.ts'
import { refundObstacle } from '../refund-rules.ts'
import { listOrdersOfStudent } from '../store/order-lists.ts'
import { listNewestRefundRequests, listRefundFacts, type RefundRequest } from '../store/refund-requests.ts'
import { sumSurplusRefunds } from '../store/refunds.ts'
import { hasBrowserPayment } from './channel.ts'
import { hasWechatPayment } from './in-wechat.ts'
import { type StudentOrder, toStudentOrder } from './own-order.ts'

type Query = z.output<(typeof clientCalls)['order']['myOrder']['request']>

/** The newest orders come first; open orders have their payment address, paid orders their refund options. */
export async function listOwnOrders(deps: Deps, student: StudentActor, query: Query) {
  const { list, ...page } = await listOrdersOfStudent(deps.db, student.studentId, query)
  const refunds = await refundsOf(
    deps,
    list.filter((row) => row.paidAt !== null).map((row) => row.orderNo),
  )
  const deadline = await loadInvoiceDeadlines(deps)
  const givenBack = await sumSurplusRefunds(
    deps.db,
    list.map(({ orderNo }) => orderNo),
  )
  return {
    list: list.map(toStudentOrder).map((row) => ({
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

async function refundsOf(deps: Deps, orderNos: string[]) {
  const refundDays = await deps.settings.get('order.refundDays')
  const facts = new Map((await listRefundFacts(deps.db, orderNos)).map((row) => [row.orderNo, row]))
  const requests = orderNos.length > 0 ? await listNewestRefundRequests(deps.db, orderNos) : []
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

/** The list is empty when no gateway is configured. */
export function listPayTypes(deps: Deps) {
  const list = [...deps.gateways.keys()].map(asPayType)
  return {
    list,
    h5: list.filter((payType) => hasBrowserPayment(deps, payType)),
    jsapi: list.filter((payType) => hasWechatPayment(deps, payType)),
  }
}

type PayType = z.input<(typeof clientCalls)['order']['payTypes']['response']>['list'][number]

/** Gateways are named after the pay types of the contract, so the cast is safe. */
function asPayType(name: string): PayType {
  return name as PayType
}
