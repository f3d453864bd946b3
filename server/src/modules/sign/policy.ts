import type { StudentActor } from '../../platform/auth/sessions.ts'

/** A sign, and everything in it, is its student's alone. */
export function maySeeSign(student: StudentActor, row: { studentId: string }): boolean {
  return row.studentId === student.studentId
}
