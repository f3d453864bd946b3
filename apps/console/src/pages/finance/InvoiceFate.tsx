import { invoiceStateLabel } from '@ce/client/invoice-states.ts'
import type { FinanceOrder } from '@ce/client/staff/finance.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { invoiceConsequenceText, invoiceWaitTexts } from './labels.ts'

type Invoice = FinanceOrder['invoice']

export function RefundInvoiceConsequence({ invoice }: { invoice: Invoice }) {
  return <p>发票：{invoice ? invoiceConsequenceText(invoice) : '没有申请过，不涉及。'}</p>
}

export function OrderInvoiceSummary({ invoice }: { invoice: Invoice }) {
  const maySee = usePermission('invoice.read')
  if (!invoice) return '没有申请'
  const { id, applyNo, waitsFor } = invoice
  const text = `${applyNo}，${invoiceStateLabel(invoice).label}`
  return (
    <>
      {maySee ? <Link to={paths.invoice(id)}>{text}</Link> : text}
      {waitsFor && <span className="cell-note">已有退款，{invoiceWaitTexts[waitsFor]}</span>}
    </>
  )
}
