import { type Invoice, wholeInvoicesQuery } from '@ce/client/invoice.ts'
import { mayApplyAgain } from '@ce/client/invoice-facts.ts'
import { invoiceState } from '@ce/client/invoice-states.ts'
import { failedWords } from '@ce/client/invoice-text.ts'
import type { Order } from '@ce/client/order-text.ts'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../../paths.ts'

interface InvoiceLink {
  to: string
  words: string
  /** with the order it is of */
  label: string
}

export interface OrderInvoice {
  /** why it was not issued: the state alone alarms, and says nothing of what to do */
  note: string | null
  links: InvoiceLink[]
}

/** What an order says of its newest invoice: how it stands, why it failed, and the way to it or to asking for one. */
export function invoiceOfOrder(
  { orderNo, status, invoiceDeadline }: Pick<Order, 'orderNo' | 'status' | 'invoiceDeadline'>,
  newest: Invoice | undefined,
): OrderInvoice {
  const link = (to: string, words: string): InvoiceLink => ({
    to,
    words,
    label: `${words}：订单 ${orderNo}`,
  })
  const apply = (words: string) => link(paths.applyForInvoice(orderNo, newest?.id), words)
  const isTooLate = invoiceDeadline?.passed && newest?.state !== 'REVERSED'
  if (!newest || (newest.withdrawnAt && status === 'PAID')) {
    if (status !== 'PAID' || !invoiceDeadline) return { note: null, links: [] }
    const { day } = invoiceDeadline
    return isTooLate
      ? { note: `发票申请已于 ${day} 截止，确需发票的请联系平台客服`, links: [] }
      : { note: `发票可申请至 ${day}`, links: [apply('申请发票')] }
  }
  const again = !isTooLate && mayApplyAgain({ ...newest, orderStatus: status }, null)
  return {
    note: newest.failReason ? `发票${failedWords(newest.failReason)}` : null,
    links: [
      link(paths.invoice(newest.id), `发票：${invoiceState(newest).label}`),
      ...(again ? [apply('重新申请发票')] : []),
    ],
  }
}

/** The same of an order that is shown; nothing while the invoices are not known. */
export function useOrderInvoice(order: Order): OrderInvoice {
  const { data } = useQuery(wholeInvoicesQuery())
  if (!data) return { note: null, links: [] }
  return invoiceOfOrder(
    order,
    data.list.find((one) => one.orderNo === order.orderNo),
  )
}
