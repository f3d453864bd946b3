import type { StudentActor } from '../../platform/auth/sessions.ts'

/** A request is its student's alone. */
export function isOwn(
  student: Pick<StudentActor, 'studentId'>,
  row: { studentId: string },
): boolean {
  return row.studentId === student.studentId
}
