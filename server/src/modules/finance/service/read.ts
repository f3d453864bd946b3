import type { staffCalls } from '@ce/contract'
import type { z } from 'zod'
import type { Paging } from '../../../platform/db/page.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import {
  isWholeDay,
  listChannels,
  listRefundFacts,
  missingBills,
  refundObstacle,
  spentOrders,
} from '../../order/service.ts'
import {
  countOrders,
  findOrderRow,
  listEvents,
  listInvoices,
  listLines,
  listOrders,
  listPayments,
  listRefundsOf,
  type OrderFilter,
} from '../store/orders.ts'
import { listBills, listDifferences, listRequests, listRequestsOf } from '../store/work.ts'
import { toHead, toInvoice, toPerson } from '../view.ts'

type Calls = (typeof staffCalls)['finance']
type Input<Name extends keyof Calls> = z.output<Calls[Name]['request']>

/** on one page; the log has those before them */
const mostEvents = 500

/** A page, newest first; `total` and `paidTotal` (fen that are kept) are of all that the filter leaves. */
export async function deskOrders(deps: Deps, input: OrderFilter & Paging) {
  const { page, pageSize } = input
  const { total, paidTotal } = await countOrders(deps.db, input)
  const list = await listOrders(deps.db, input, input)
  return { list: list.map(toHead), total, paidTotal, page, pageSize }
}

/** An order with everything that is known of its money. */
export async function deskOrder(deps: Deps, orderNo: string) {
  const row = (await findOrderRow(deps.db, orderNo)) ?? refuse('order.notFound')
  const payments = await listPayments(deps.db, orderNo)
  const subjects = [orderNo, ...payments.map(({ outTradeNo }) => outTradeNo)]
  const everything = { page: 1, pageSize: 100 }
  const events = await listEvents(deps.db, subjects, mostEvents)
  const [invoice] = await listInvoices(deps.db, [orderNo])
  return {
    ...toHead(row),
    invoice: invoice ? toInvoice(invoice) : null,
    refundsSpent: (await spentOrders(deps, [orderNo])).has(orderNo),
    lines: await deskLines(deps, orderNo),
    payments: payments.map(toPayment(await listRefundsOf(deps.db, orderNo))),
    requests: await listRequestsOf(deps.db, orderNo),
    differences: (await listDifferences(deps.db, { orderNo }, everything)).list.map(toDifference),
    events: events.list.map((event) => ({
      ...event,
      id: String(event.id),
      detail: asDetail(event.detail),
    })),
    earlierEvents: events.earlier,
  }
}

function toPayment(refunds: Awaited<ReturnType<typeof listRefundsOf>>) {
  return ({ amountFen, ...row }: Awaited<ReturnType<typeof listPayments>>[number]) => ({
    ...row,
    amount: amountFen,
    refunds: refunds
      .filter(({ outTradeNo }) => outTradeNo === row.outTradeNo)
      .map(({ amountFen: amount, ...refund }) => ({ ...refund, amount })),
  })
}

/** The lines of an order, each with what hinders a refund of it; null: nothing. */
async function deskLines(deps: Deps, orderNo: string) {
  const obstacleOf = await obstacles(deps, [orderNo])
  return (await listLines(deps.db, orderNo)).map(({ amountFen: amount, ...row }) => ({
    ...row,
    amount,
    student: toPerson(row),
    obstacle: obstacleOf({ ...row, orderNo }),
  }))
}

async function obstacles(deps: Deps, orderNos: string[]) {
  const facts = await listRefundFacts(deps.db, orderNos)
  return (line: { orderNo: string; signId: string }) => {
    const known = facts.find(
      ({ orderNo, signId }) => orderNo === line.orderNo && signId === line.signId,
    )
    return known ? refundObstacle(known) : null
  }
}

/** A page of refund requests, whoever opened them; `obstacle` says what hinders one, null: nothing. */
export async function deskRequests(deps: Deps, input: Input<'refundRequests'>) {
  const { list, ...page } = await listRequests(deps.db, input.state, input)
  const orderNos = list.map(({ orderNo }) => orderNo)
  const obstacleOf = await obstacles(deps, orderNos)
  const invoices = await listInvoices(deps.db, orderNos)
  const spent = await spentOrders(deps, orderNos)
  const invoiceOf = new Map(invoices.map((one) => [one.orderNo, toInvoice(one)]))
  return {
    list: list.map((row) => ({
      ...row,
      invoice: invoiceOf.get(row.orderNo) ?? null,
      amount: row.amountFen,
      student: toPerson(row),
      obstacle: obstacleOf(row),
      refundsSpent: spent.has(row.orderNo),
    })),
    ...page,
  }
}

/** A page of the worklist: where a channel's bill and our books disagree. */
export async function deskDifferences(deps: Deps, input: Input<'differences'>) {
  const waits = input.waits === undefined ? undefined : input.waits === 'true'
  const { list, ...page } = await listDifferences(deps.db, { ...input, waits }, input)
  return { list: list.map(toDifference), ...page }
}

/** A page of the channels' bills that came; `missing`: days of which none did. */
export async function deskBills(deps: Deps, paging: Paging) {
  return { ...(await listBills(deps.db, paging)), missing: await missingBills(deps) }
}

/** The payment channels, each with its last self-check. */
export async function deskChannels(deps: Deps) {
  return listChannels(deps)
}

/** A line of the worklist as staff see it. `wholeDay`: the bill was empty, no single payment is meant. */
export function toDifference<Row extends Parameters<typeof isWholeDay>[0] & { detail: unknown }>(
  row: Row,
) {
  return { ...row, wholeDay: isWholeDay(row), detail: asDetail(row.detail) }
}

/** jsonb columns of ours hold objects */
function asDetail(detail: unknown): Record<string, unknown> {
  return detail && typeof detail === 'object' ? { ...detail } : {}
}
