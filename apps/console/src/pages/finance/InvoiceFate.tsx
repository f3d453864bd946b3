import { invoiceState } from '@ce/client/invoice-states.ts'
import type { FinanceOrder } from '@ce/client/staff/finance.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { fateWords, waitWords } from './words.ts'

type Invoice = FinanceOrder['invoice']

/** Before a refund is decided: what it makes of the order's invoice. */
export function InvoiceFate({ invoice }: { invoice: Invoice }) {
  return <p>发票：{invoice ? fateWords(invoice) : '没有申请过，不涉及。'}</p>
}

/** The order's invoice, and what it waits for after money has gone back. */
export function OrderInvoice({ invoice }: { invoice: Invoice }) {
  const maySee = usePermission('invoice.read')
  if (!invoice) return '没有申请'
  const { id, applyNo, waitsFor } = invoice
  const text = `${applyNo}，${invoiceState(invoice).label}`
  return (
    <>
      {maySee ? <Link to={paths.invoice(id)}>{text}</Link> : text}
      {waitsFor && <span className="cell-note">已有退款，{waitWords[waitsFor]}</span>}
    </>
  )
}
