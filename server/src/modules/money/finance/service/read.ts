import type { staffCalls } from '@ce/contract'
import type { z } from 'zod'
import type { PageRequest } from '../../../../platform/db/page.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { createPrivateUrl, verifyPrivateUrl } from '../../../../platform/files/links.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { findUploadedFile } from '../../../file/service/uploaded.ts'
import { caseOutcomesOf, possibleCaseOutcomes, suggestedCaseOutcome } from '../../order/case-rules.ts'
import { refundObstacle } from '../../order/refund-rules.ts'
import { filterPermittedCaseOutcomes } from '../../order/service/case-target.ts'
import { listPaymentChannels } from '../../order/service/check-channel.ts'
import { listMissingBills } from '../../order/service/reconcile.ts'
import { listOrdersWithoutRefundsLeft } from '../../order/service/refund.ts'
import {
  findCaseDecision,
  findMoneyCase,
  isWholeDayDifference,
  listBillRowsOfPayment,
  listCaseDecisions,
  listRefundFacts,
  restOf,
} from '../../order/service.ts'
import {
  countDeskOrders,
  type DeskOrderFilter,
  findDeskOrder,
  listDeskOrderLines,
  listDeskOrders,
  listNewestInvoices,
  listOrderEvents,
  listPaymentsOfOrder,
  listRefundsOfOrder,
} from '../store/orders.ts'
import {
  listMoneyDifferences,
  listReconciledBills,
  listRefundRequests,
  listRefundRequestsOfOrder,
} from '../store/requests.ts'
import { toFinancePerson, toOrderInvoice, toOrderSummary } from '../view.ts'

type Calls = (typeof staffCalls)['finance']

type Input<Name extends keyof Calls> = z.output<Calls[Name]['request']>

const mostEvents = 500

/** The newest rows come first; `paidTotal` is the net amount of all matching orders in fen. */
export async function deskOrders(deps: Deps, input: DeskOrderFilter & PageRequest) {
  const { page, pageSize } = input
  const { total, paidTotal } = await countDeskOrders(deps.db, input)
  const list = await listDeskOrders(deps.db, input, input)
  return { list: list.map(toOrderSummary), total, paidTotal, page, pageSize }
}

export async function deskOrder(deps: Deps, orderNo: string) {
  const row = (await findDeskOrder(deps.db, orderNo)) ?? refuse('order.notFound')
  const payments = await listPaymentsOfOrder(deps.db, orderNo)
  const subjects = [orderNo, ...payments.map(({ outTradeNo }) => outTradeNo)]
  const everything = { page: 1, pageSize: 100 }
  const events = await listOrderEvents(deps.db, subjects, mostEvents)
  const [invoice] = await listNewestInvoices(deps.db, [orderNo])
  return {
    ...toOrderSummary(row),
    invoice: invoice ? toOrderInvoice(invoice) : null,
    refundsSpent: (await listOrdersWithoutRefundsLeft(deps, [orderNo])).has(orderNo),
    lines: await deskLines(deps, orderNo),
    payments: payments.map(toPayment(await listRefundsOfOrder(deps.db, orderNo))),
    requests: await listRefundRequestsOfOrder(deps.db, orderNo),
    differences: (await listMoneyDifferences(deps.db, { orderNo }, everything)).list.map(toDifferenceView),
    events: events.list.map((event) => ({
      ...event,
      id: String(event.id),
      detail: asDetail(event.detail),
    })),
    earlierEvents: events.earlier,
  }
}

function toPayment(refunds: Awaited<ReturnType<typeof listRefundsOfOrder>>) {
  return ({ amountFen, ...row }: Awaited<ReturnType<typeof listPaymentsOfOrder>>[number]) => ({
    ...row,
    amount: amountFen,
    refunds: refunds
      .filter(({ outTradeNo }) => outTradeNo === row.outTradeNo)
      .map(({ amountFen: amount, ...refund }) => ({ ...refund, amount })),
  })
}

/** `obstacle` is null when a refund is possible. */
async function deskLines(deps: Deps, orderNo: string) {
  const obstacleOf = await obstacles(deps, [orderNo])
  return (await listDeskOrderLines(deps.db, orderNo)).map(({ amountFen: amount, ...row }) => ({
    ...row,
    amount,
    student: toFinancePerson(row),
    obstacle: obstacleOf({ ...row, orderNo }),
  }))
}

async function obstacles(deps: Deps, orderNos: string[]) {
  const facts = await listRefundFacts(deps.db, orderNos)
  return (line: { orderNo: string; signId: string }) => {
    const known = facts.find(({ orderNo, signId }) => orderNo === line.orderNo && signId === line.signId)
    return known ? refundObstacle(known) : null
  }
}

/** `obstacle` is null when a refund is possible. */
export async function deskRefundRequests(deps: Deps, input: Input<'refundRequests'>) {
  const { list, ...page } = await listRefundRequests(deps.db, input.state, input)
  const orderNos = list.map(({ orderNo }) => orderNo)
  const obstacleOf = await obstacles(deps, orderNos)
  const invoices = await listNewestInvoices(deps.db, orderNos)
  const spent = await listOrdersWithoutRefundsLeft(deps, orderNos)
  const invoiceOf = new Map(invoices.map((one) => [one.orderNo, toOrderInvoice(one)]))
  return {
    list: list.map((row) => ({
      ...row,
      invoice: invoiceOf.get(row.orderNo) ?? null,
      amount: row.amountFen,
      student: toFinancePerson(row),
      obstacle: obstacleOf(row),
      refundsSpent: spent.has(row.orderNo),
    })),
    ...page,
  }
}

/** Lists the differences between channel bills and our books. */
export async function deskDifferences(deps: Deps, input: Input<'differences'>) {
  const waits = input.waits === undefined ? undefined : input.waits === 'true'
  const { list, ...page } = await listMoneyDifferences(deps.db, { ...input, waits }, input)
  return { list: list.map(toDifferenceView), ...page }
}

/** The field `missing` lists days without a bill. */
export async function deskChannelBills(deps: Deps, paging: PageRequest) {
  return { ...(await listReconciledBills(deps.db, paging)), missing: await listMissingBills(deps) }
}

export async function deskPaymentChannels(deps: Deps) {
  return listPaymentChannels(deps)
}

/** `wholeDay` is true when the bill of a whole day is empty, so that the difference belongs to no single payment. */
export function toDifferenceView<Row extends Parameters<typeof isWholeDayDifference>[0] & { detail: unknown }>(
  row: Row,
) {
  return { ...row, wholeDay: isWholeDayDifference(row), detail: asDetail(row.detail) }
}

/** Only objects are written to this jsonb column. */
function asDetail(detail: unknown): Record<string, unknown> {
  return detail && typeof detail === 'object' ? { ...detail } : {}
}

export async function deskMoneyCase(deps: Deps, staff: StaffAtWork, id: string) {
  const row = (await findMoneyCase(deps.db, id)) ?? refuse('order.differenceNotFound')
  const decisions = await listCaseDecisions(deps.db, id)
  const trade = row.outTradeNo
  const rest = restOf(row)
  const facts = { ...row, rest, ofOrder: row.orderNo !== null }
  const waits = decisions.some(({ state }) => state === 'OPEN')
  const order = row.orderNo ? await deskOrder(deps, row.orderNo) : null
  const refunds = order?.payments.flatMap((payment) => payment.refunds) ?? []
  const state = order && {
    lines: order.lines,
    refundWaits: refunds.some(({ status }) => status !== 'DONE'),
  }
  const open = row.state === 'OPEN' && !waits
  const outcomes = open ? filterPermittedCaseOutcomes(staff, possibleCaseOutcomes(caseOutcomesOf(facts), state)) : []
  return {
    ...toDifferenceView({ ...row, rest, waits, sum: row.sumFen }),
    rows: (trade ? await listBillRowsOfPayment(deps.db, trade) : []).map(({ amountFen, ...line }) => ({
      ...line,
      amount: amountFen,
    })),
    order,
    decisions: decisions.map(({ amountFen: amount, fileId, fileName, ...decision }) => ({
      ...decision,
      amount,
      file:
        fileId && fileName
          ? {
              id: fileId,
              name: fileName,
              url: createPrivateUrl(deps.keys, 'money-evidence', decision.id, staff.staffId),
            }
          : null,
    })),
    outcomes,
    suggested: suggestedCaseOutcome(row.kind, rest, outcomes, order?.lines ?? []),
    reopenedAt: row.reopenedAt,
    reopenedBy: row.reopenedBy,
    reopenReason: row.reopenReason,
    secondPersonFen: await deps.settings.get('finance.secondPersonFen'),
  }
}

/** The link is valid for ten minutes; the call that creates it checks the permission. */
export async function readMoneyEvidenceFile(deps: Deps, link: { id: string; s: string; e: string; t: string }) {
  if (!verifyPrivateUrl(deps.keys, 'money-evidence', link)) return refuse('file.linkInvalid')
  const { fileId } = (await findCaseDecision(deps.db, link.id)) ?? refuse('file.gone')
  const file = fileId ? await findUploadedFile(deps.db, fileId, 'MONEY') : undefined
  return { ...(file ?? refuse('file.gone')), asDownload: false }
}
