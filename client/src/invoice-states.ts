import { invoiceStateNames as names } from '@ce/contract/state-names'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'
import type { Invoice } from './invoice.ts'

interface Words {
  label: string
  kind: StatusKind
}

/** What students and staff read of an invoice's state. */
export const invoiceStates: Readonly<Record<Invoice['state'], Words>> = {
  PENDING: { label: names.PENDING, kind: 'doing' },
  ISSUING: { label: names.ISSUING, kind: 'doing' },
  ISSUED: { label: names.ISSUED, kind: 'done' },
  FAILED: { label: names.FAILED, kind: 'error' },
  REVERSED: { label: names.REVERSED, kind: 'todo' },
}

/** What a list or an order says of whether it was taken back. */
type Told = Pick<Invoice, 'state'> & ({ withdrawnAt: string | null } | { withdrawn: boolean })

/** The same of one invoice: what was taken back has not failed. */
export function invoiceState(invoice: Told): Words {
  const { state } = invoice
  const withdrawn = 'withdrawn' in invoice ? invoice.withdrawn : invoice.withdrawnAt !== null
  return withdrawn ? { label: '已撤回', kind: 'todo' } : invoiceStates[state]
}
