import type { Output } from '@ce/client/call.ts'
import { myInvoicesQuery } from '@ce/client/invoice.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { states } from '../invoice/words.ts'

type Order = Output<'GET /order/v1/my_order'>['list'][number]

/** From an order to its newest invoice, or to asking for one. */
export function InvoiceLink({ order: { orderNo, status, amount } }: { order: Order }) {
  const { data } = useQuery(myInvoicesQuery({ page: 1, pageSize: 100 }))
  const invoice = data?.list.find((one) => one.orderNo === orderNo)
  if (invoice) {
    const words = `发票：${states[invoice.state].label}`
    return (
      <Link to={paths.invoice(invoice.id)} aria-label={`${words}，订单 ${orderNo}`}>
        {words}
      </Link>
    )
  }
  if (!data || status !== 'PAID' || amount === 0) return null
  return (
    <Link to={paths.applyForInvoice(orderNo)} aria-label={`申请发票：订单 ${orderNo}`}>
      申请发票
    </Link>
  )
}
