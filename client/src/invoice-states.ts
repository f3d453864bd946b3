import { invoiceStateNames as names } from '@ce/contract/state-names'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'
import type { Invoice } from './invoice.ts'

interface Words {
  label: string
  kind: StatusKind
}

export const invoiceStateLabels: Readonly<Record<Invoice['state'], Words>> = {
  PENDING: { label: names.PENDING, kind: 'doing' },
  ISSUING: { label: names.ISSUING, kind: 'doing' },
  ISSUED: { label: names.ISSUED, kind: 'done' },
  FAILED: { label: names.FAILED, kind: 'error' },
  REVERSED: { label: names.REVERSED, kind: 'todo' },
}

type Told = Pick<Invoice, 'state'> & ({ withdrawnAt: string | null } | { withdrawn: boolean })

/** Returns the label of an invoice's state. A withdrawn application is shown as withdrawn and not as failed. */
export function invoiceStateLabel(invoice: Told): Words {
  const { state } = invoice
  const withdrawn = 'withdrawn' in invoice ? invoice.withdrawn : invoice.withdrawnAt !== null
  return withdrawn ? { label: '已撤回', kind: 'todo' } : invoiceStateLabels[state]
}
