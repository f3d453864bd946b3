import { invoiceTitleTypeLabels } from '@ce/contract/person'
import { formatDateTime, formatFen } from './format.ts'
import type { Invoice } from './invoice.ts'
import type { Order } from './order-text.ts'

type Facts = readonly (readonly [string, string])[]

export function invoiceOrderFacts({ orderNo, lines, amount, invoiceDeadline }: Order): Facts {
  return known([
    ['订单号', orderNo],
    ['内容', lines.map(({ title }) => title).join('、')],
    ['开票金额', formatFen(amount)],
    ['申请截止', invoiceDeadline?.day ?? null],
  ])
}

/** Omits values that are not known. */
export function invoiceFacts(invoice: Invoice): Facts {
  return known([
    ['申请编号', invoice.applyNo],
    ['订单号', invoice.orderNo],
    ['内容', invoice.orderTitle],
    ['抬头类型', invoiceTitleTypeLabels[invoice.titleType]],
    ['发票抬头', invoice.title],
    ['统一社会信用代码', invoice.taxNo],
    ['邮箱', invoice.email],
    ['备注', invoice.remark],
    ['申请时间', formatDateTime(invoice.createdAt)],
    ['撤回时间', invoice.withdrawnAt && formatDateTime(invoice.withdrawnAt)],
    ['发票号码', invoice.invoiceNo],
    ['开票时间', invoice.issuedAt && formatDateTime(invoice.issuedAt)],
    ['文件', invoice.fileName],
    ['红字发票号码', invoice.redNo],
    ['红冲时间', invoice.reversedAt && formatDateTime(invoice.reversedAt)],
  ])
}

export function invoiceChangeFacts(change: NonNullable<Invoice['change']>): Facts {
  return known([
    ['新的抬头', change.title],
    ['抬头类型', invoiceTitleTypeLabels[change.titleType]],
    ['统一社会信用代码', change.taxNo],
    ['原因', change.reason],
    ['申请时间', formatDateTime(change.askedAt)],
  ])
}

export function mayCorrectInvoice({ orderStatus, mayWithdraw }: Invoice): boolean {
  return orderStatus === 'PAID' && mayWithdraw
}

/** Whether the invoice is no longer valid, so that another may replace it. */
export function isInvoiceOver({ state }: Pick<Invoice, 'state'>): boolean {
  return state === 'FAILED' || state === 'REVERSED'
}

/** @param later a newer application of the order, undefined while loading */
export function mayApplyForInvoiceAgain({ orderStatus, state }: Invoice, later: Invoice | null | undefined): boolean {
  return orderStatus === 'PAID' && isInvoiceOver({ state }) && later === null
}

function known(facts: readonly (readonly [string, string | null])[]): Facts {
  return facts.flatMap(([name, text]) => (text ? [[name, text] as const] : []))
}
