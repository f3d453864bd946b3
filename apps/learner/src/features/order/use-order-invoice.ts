import { wholeInvoicesQuery } from '@ce/client/invoice.ts'
import type { Order } from '@ce/client/order-text.ts'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../../paths.ts'
import { invoiceOfOrder, type OrderInvoice } from './invoice-of-order.ts'

/** What an order says of its newest invoice; nothing while the invoices are not known. */
export function useOrderInvoice(order: Order): OrderInvoice {
  const { data } = useQuery(wholeInvoicesQuery())
  if (!data) return { note: null, links: [] }
  const newest = data.list.find((one) => one.orderNo === order.orderNo)
  return invoiceOfOrder(order, newest, paths)
}
