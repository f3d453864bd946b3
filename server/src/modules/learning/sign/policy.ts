import type { StudentActor } from '../../../platform/auth/sessions.ts'

export function maySeeSign(student: StudentActor, row: { studentId: string }): boolean {
  return row.studentId === student.studentId
}
