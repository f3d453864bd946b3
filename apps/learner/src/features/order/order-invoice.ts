import { allMyInvoicesQuery, type Invoice } from '@ce/client/invoice.ts'
import { mayApplyForInvoiceAgain } from '@ce/client/invoice-facts.ts'
import { invoiceStateLabel } from '@ce/client/invoice-states.ts'
import { invoiceFailedText } from '@ce/client/invoice-text.ts'
import type { Order } from '@ce/client/order-text.ts'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../../paths.ts'

interface InvoiceLink {
  to: string
  words: string
  label: string
}

export interface OrderInvoice {
  /** A text on the deadline or a failure, because the state alone does not say what to do. */
  note: string | null
  links: InvoiceLink[]
}

export function orderInvoiceOf(
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
  const again = !isTooLate && mayApplyForInvoiceAgain({ ...newest, orderStatus: status }, null)
  return {
    note: newest.failReason ? `发票${invoiceFailedText(newest.failReason)}` : null,
    links: [
      link(paths.invoice(newest.id), `发票：${invoiceStateLabel(newest).label}`),
      ...(again ? [apply('重新申请发票')] : []),
    ],
  }
}

/** Returns an empty result while the invoices load. */
export function useOrderInvoice(order: Order): OrderInvoice {
  const { data } = useQuery(allMyInvoicesQuery())
  if (!data) return { note: null, links: [] }
  return orderInvoiceOf(
    order,
    data.list.find((one) => one.orderNo === order.orderNo),
  )
}
