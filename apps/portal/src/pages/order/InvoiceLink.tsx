import type { Order } from '@ce/frame/student/order/order-words.ts'
import { useInvoiceLink } from '@ce/frame/student/order/use-invoice-link.ts'
import { Link } from 'react-router'

/** From an order to its newest invoice, or to asking for one. */
export function InvoiceLink({ order }: { order: Order }) {
  const link = useInvoiceLink(order)
  if (!link) return null
  return (
    <Link to={link.to} aria-label={link.label}>
      {link.words}
    </Link>
  )
}
