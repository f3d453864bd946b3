import type { Invoice } from '@ce/client/invoice.ts'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'

/** What students and staff read of an invoice's state. */
export const invoiceStates: Readonly<
  Record<Invoice['state'], { label: string; kind: StatusKind }>
> = {
  PENDING: { label: '待开票', kind: 'doing' },
  ISSUING: { label: '开票中', kind: 'doing' },
  ISSUED: { label: '已开票', kind: 'done' },
  FAILED: { label: '开票失败', kind: 'error' },
  REVERSED: { label: '已红冲', kind: 'todo' },
}
