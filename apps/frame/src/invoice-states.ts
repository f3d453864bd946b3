import type { Invoice } from '@ce/client/invoice.ts'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'

interface Words {
  label: string
  kind: StatusKind
}

/** What students and staff read of an invoice's state. */
export const invoiceStates: Readonly<Record<Invoice['state'], Words>> = {
  PENDING: { label: '待开票', kind: 'doing' },
  ISSUING: { label: '开票中', kind: 'doing' },
  ISSUED: { label: '已开票', kind: 'done' },
  FAILED: { label: '开票失败', kind: 'error' },
  REVERSED: { label: '已红冲', kind: 'todo' },
}

/** What a list or an order says of whether it was taken back. */
type Told = Pick<Invoice, 'state'> & ({ withdrawnAt: string | null } | { withdrawn: boolean })

/** The same of one invoice: what was taken back has not failed. */
export function invoiceState(invoice: Told): Words {
  const { state } = invoice
  const withdrawn = 'withdrawn' in invoice ? invoice.withdrawn : invoice.withdrawnAt !== null
  return withdrawn ? { label: '已撤回', kind: 'todo' } : invoiceStates[state]
}
