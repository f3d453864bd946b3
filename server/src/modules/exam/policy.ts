import type { StudentActor } from '../../platform/auth/sessions.ts'

/** An attempt, its answers, captures and result are its student's alone. */
export function maySitAttempt(student: StudentActor, attempt: { studentId: string }): boolean {
  return attempt.studentId === student.studentId
}
