import type { StudentActor } from '../../platform/auth/sessions.ts'
import type { StaffActor } from '../../platform/auth/staff-sessions.ts'

/** An attempt, its answers, captures and result are its student's alone. */
export function maySitAttempt(student: StudentActor, attempt: { studentId: string }): boolean {
  return attempt.studentId === student.studentId
}

/** A decision about a sitting needs a second person, whatever the first one may do. */
export function mayDecide(staff: StaffActor, decision: { askedById: string }): boolean {
  return staff.staffId !== decision.askedById
}

/** It is taken back by who asked for it, and by nobody else: others refuse it. */
export function mayWithdraw(
  staff: Pick<StaffActor, 'staffId'>,
  decision: { askedById: string },
): boolean {
  return staff.staffId === decision.askedById
}
