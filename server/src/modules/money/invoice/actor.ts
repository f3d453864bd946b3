import { employerActorName, studentActorName } from '../../../platform/audit.ts'
import type { InvoiceOwner } from './store/invoices.ts'

export function invoiceOwnerActor(owner: InvoiceOwner): string {
  return 'studentId' in owner ? studentActorName(owner.studentId) : employerActorName(owner.organisationId)
}
