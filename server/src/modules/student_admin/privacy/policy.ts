import type { StudentActor } from '../../../platform/auth/sessions.ts'

export function isCorrectionOwner(student: Pick<StudentActor, 'studentId'>, row: { studentId: string }): boolean {
  return row.studentId === student.studentId
}
