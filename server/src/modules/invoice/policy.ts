import type { StudentActor } from '../../platform/auth/sessions.ts'

/** An invoice is that of its order's student. */
export function maySeeInvoice(
  student: Pick<StudentActor, 'studentId'>,
  row: { studentId: string },
): boolean {
  return row.studentId === student.studentId
}

/** One change, of an issued invoice that did not itself take another's place, while the order is paid. */
export function mayChange(row: {
  state: string
  orderStatus: string
  replacesId: string | null
  change: unknown
}): boolean {
  return (
    row.state === 'ISSUED' && row.orderStatus === 'PAID' && !row.replacesId && row.change === null
  )
}

/** A saved title is its student's alone. */
export function maySeeTitle(
  student: Pick<StudentActor, 'studentId'>,
  row: { studentId: string },
): boolean {
  return row.studentId === student.studentId
}
