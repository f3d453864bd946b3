import { wholeInvoicesQuery } from '@ce/client/invoice.ts'
import { useQuery } from '@tanstack/react-query'
import { invoiceState } from '../../invoice-states.ts'
import { useStudentPaths } from '../paths.ts'
import type { Order } from './order-words.ts'

/** From an order to its newest invoice, or to asking for one; null: neither. */
export function useInvoiceLink({ orderNo, status, amount }: Order) {
  const paths = useStudentPaths()
  const { data } = useQuery(wholeInvoicesQuery())
  const invoice = data?.list.find((one) => one.orderNo === orderNo)
  if (invoice && !(invoice.withdrawnAt && status === 'PAID')) {
    const words = `发票：${invoiceState(invoice).label}`
    return { to: paths.invoice(invoice.id), words, label: `${words}，订单 ${orderNo}` }
  }
  if (!data || status !== 'PAID' || amount === 0) return null
  return {
    to: paths.applyForInvoice(orderNo, invoice?.id),
    words: '申请发票',
    label: `申请发票：订单 ${orderNo}`,
  }
}
