import type { staffCalls } from '@ce/contract'
import type { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { listRefundFacts, refundObstacle } from '../../order/service.ts'
import {
  countOrders,
  findOrderRow,
  listEvents,
  listOrders,
  listPayments,
  type OrderFilter,
} from '../store/orders.ts'
import { listBills, listDifferences, listRequests, listRequestsOf } from '../store/work.ts'
import { toHead, toPerson } from '../view.ts'

type Calls = (typeof staffCalls)['finance']
type Input<Name extends keyof Calls> = z.output<Calls[Name]['request']>
interface Paged {
  page: number
  pageSize: number
}

const placeOf = ({ page, pageSize }: Paged) => ({ limit: pageSize, offset: (page - 1) * pageSize })

export async function deskOrders(deps: Deps, input: OrderFilter & Paged) {
  const { page, pageSize } = input
  const { total, paidTotal } = await countOrders(deps.db, input)
  const list = await listOrders(deps.db, input, placeOf(input))
  return { list: list.map(toHead), total, paidTotal, page, pageSize }
}

/** An order with everything that is known of its money. */
export async function deskOrder(deps: Deps, orderNo: string) {
  const row = (await findOrderRow(deps.db, orderNo)) ?? refuse('order.notFound')
  const payments = await listPayments(deps.db, orderNo)
  const subjects = [orderNo, ...payments.map(({ outTradeNo }) => outTradeNo)]
  const everything = { limit: 100, offset: 0 }
  return {
    ...toHead(row),
    payments: payments.map(toPayment),
    requests: await listRequestsOf(deps.db, orderNo),
    differences: (await listDifferences(deps.db, { orderNo }, everything)).list.map(toDifference),
    events: (await listEvents(deps.db, subjects)).map((event) => ({
      ...event,
      id: String(event.id),
      detail: asDetail(event.detail),
    })),
  }
}

function toPayment(row: Awaited<ReturnType<typeof listPayments>>[number]) {
  const { amountFen: amount, refundNo, refundFen, refundReason, refundStatus, ...rest } = row
  const { attempt, refundCreatedAt, doneAt } = rest
  const refund =
    refundNo && refundFen !== null && refundReason && refundStatus && attempt && refundCreatedAt
      ? {
          refundNo,
          amount: refundFen,
          reason: refundReason,
          status: refundStatus,
          attempt,
          createdAt: refundCreatedAt,
          doneAt,
        }
      : null
  return { ...rest, amount, refund }
}

export async function deskRequests(deps: Deps, input: Input<'refundRequests'>) {
  const { list, total } = await listRequests(deps.db, input.state, placeOf(input))
  const refundDays = await deps.settings.get('order.refundDays')
  const facts = await listRefundFacts(
    deps.db,
    list.map(({ orderNo }) => orderNo),
  )
  return {
    list: list.map((row) => {
      const known = facts.find(({ orderNo }) => orderNo === row.orderNo)
      return {
        ...row,
        amount: row.amountFen,
        student: toPerson(row),
        obstacle: known ? refundObstacle(known, refundDays) : null,
      }
    }),
    total,
    page: input.page,
    pageSize: input.pageSize,
  }
}

export async function deskDifferences(deps: Deps, input: Input<'differences'>) {
  const { list, total } = await listDifferences(deps.db, input, placeOf(input))
  return { list: list.map(toDifference), total, page: input.page, pageSize: input.pageSize }
}

export async function deskBills(deps: Deps, input: Paged) {
  const { list, total } = await listBills(deps.db, placeOf(input))
  return { list, total, page: input.page, pageSize: input.pageSize }
}

export function toDifference<Row extends { detail: unknown }>(row: Row) {
  return { ...row, detail: asDetail(row.detail) }
}

/** jsonb columns of ours hold objects */
function asDetail(detail: unknown): Record<string, unknown> {
  return detail && typeof detail === 'object' ? { ...detail } : {}
}
