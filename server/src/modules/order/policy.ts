import type { StudentActor } from '../../platform/auth/sessions.ts'

/** An order is its student's alone. */
export function maySeeOrder(student: StudentActor, row: { studentId: string }): boolean {
  return row.studentId === student.studentId
}
