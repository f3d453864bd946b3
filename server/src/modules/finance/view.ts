import { maskPhone } from '../student/service.ts'
import { fateOf } from './invoice-fate.ts'
import type { listInvoices, OrderRow } from './store/orders.ts'

/** A student as this desk knows them. */
export function toPerson(row: { studentId: string; name: string; phone: string }) {
  return { id: row.studentId, name: row.name, phoneMasked: maskPhone(row.phone) }
}

/** The same head on every page of the desk. Of student and organisation one is null: whoever did not place it. */
export function toHead(row: OrderRow) {
  const {
    amountFen: amount,
    studentId,
    name,
    phone,
    organisationId,
    organisationName,
    ...rest
  } = row
  return {
    ...rest,
    amount,
    student:
      studentId && name !== null && phone !== null ? toPerson({ studentId, name, phone }) : null,
    organisation:
      organisationId && organisationName ? { id: organisationId, name: organisationName } : null,
  }
}

type Invoice = Awaited<ReturnType<typeof listInvoices>>[number]

/** An order's invoice as this desk needs it. */
export function toInvoice(invoice: Invoice) {
  const { id, applyNo, state, withdrawn, amountFen: amount } = invoice
  return { id, applyNo, state, withdrawn, amount, ...fateOf(invoice) }
}
