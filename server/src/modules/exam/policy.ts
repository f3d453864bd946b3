import type { StudentActor } from '../../platform/auth/sessions.ts'

export function mayTakeAttempt(student: StudentActor, attempt: { studentId: string }): boolean {
  return attempt.studentId === student.studentId
}
