import type { InvoiceOwner } from './store/invoices.ts'

export function maySeeInvoice(
  owner: InvoiceOwner,
  row: { studentId: string | null; organisationId: string | null },
): boolean {
  return 'studentId' in owner ? row.studentId === owner.studentId : row.organisationId === owner.organisationId
}

/** An issued invoice may be changed once, while its amount equals the net payment. */
export function mayChangeInvoice(row: {
  state: string
  amountFen: number
  keptFen: number
  replacesId: string | null
  change: unknown
}): boolean {
  return row.state === 'ISSUED' && row.keptFen === row.amountFen && !row.replacesId && row.change === null
}

/** The applicant may withdraw or replace an application until staff begin to issue it. */
export function mayWithdrawInvoiceApplication({ state }: { state: string }): boolean {
  return state === 'PENDING'
}

/** A change can be withdrawn until staff enter the red invoice. A refund cancels the change by itself. */
export function mayWithdrawInvoiceChange(row: {
  state: string
  amountFen: number
  keptFen: number
  change: unknown
}): boolean {
  return row.state === 'ISSUED' && row.keptFen === row.amountFen && row.change !== null
}

export function maySeeSavedInvoiceTitle(student: { studentId: string }, row: { studentId: string }): boolean {
  return row.studentId === student.studentId
}
