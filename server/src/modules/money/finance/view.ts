import { maskPhone } from '../../../platform/masked-numbers.ts'
import { refundEffectOnInvoice } from './invoice-fate.ts'
import type { DeskOrderRow, listNewestInvoices } from './store/orders.ts'

export function toFinancePerson(row: { studentId: string; name: string; phone: string }) {
  return { id: row.studentId, name: row.name, phoneMasked: maskPhone(row.phone) }
}

/** Either student or organisation is null, because only one of them placed the order. */
export function toOrderSummary(row: DeskOrderRow) {
  const { amountFen: amount, studentId, name, phone, organisationId, organisationName, ...rest } = row
  return {
    ...rest,
    amount,
    student: studentId && name !== null && phone !== null ? toFinancePerson({ studentId, name, phone }) : null,
    organisation: organisationId && organisationName ? { id: organisationId, name: organisationName } : null,
  }
}

type Invoice = Awaited<ReturnType<typeof listNewestInvoices>>[number]

export function toOrderInvoice(invoice: Invoice) {
  const { id, applyNo, state, withdrawn, amountFen: amount } = invoice
  return { id, applyNo, state, withdrawn, amount, ...refundEffectOnInvoice(invoice) }
}
