import type { Owner } from './store/invoices.ts'

/** An invoice is that of whoever its order belongs to: a student, or an employer. */
export function maySeeInvoice(
  owner: Owner,
  row: { studentId: string | null; organisationId: string | null },
): boolean {
  return 'studentId' in owner
    ? row.studentId === owner.studentId
    : row.organisationId === owner.organisationId
}

/** One change, of an issued invoice that did not itself take another's place, while its sum is what is kept. */
export function mayChange(row: {
  state: string
  amountFen: number
  keptFen: number
  replacesId: string | null
  change: unknown
}): boolean {
  return (
    row.state === 'ISSUED' &&
    row.keptFen === row.amountFen &&
    !row.replacesId &&
    row.change === null
  )
}

/** An application that waits: whoever asked may take it back, or put another in its place, until staff begin. */
export function mayWithdraw({ state }: { state: string }): boolean {
  return state === 'PENDING'
}

/** A wish for another: whoever asked may take it back until staff enter the red invoice. Of a refunded order it is dropped anyway. */
export function mayWithdrawChange(row: {
  state: string
  amountFen: number
  keptFen: number
  change: unknown
}): boolean {
  return row.state === 'ISSUED' && row.keptFen === row.amountFen && row.change !== null
}

/** A saved title is its student's alone. */
export function maySeeTitle(student: { studentId: string }, row: { studentId: string }): boolean {
  return row.studentId === student.studentId
}
