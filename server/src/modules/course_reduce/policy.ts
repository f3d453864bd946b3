import type { StudentActor } from '../../platform/auth/sessions.ts'
import type { StaffActor } from '../../platform/auth/staff-sessions.ts'

/** Somebody else's application answers as one that never was. */
export function isOwn(
  student: Pick<StudentActor, 'studentId'>,
  row: { studentId: string },
): boolean {
  return row.studentId === student.studentId
}

/** A draft, and what was returned, is the student's to change. */
export function mayChange({ state }: { state: string }): boolean {
  return state === 'DRAFT' || state === 'RETURNED'
}

/** Until it is settled. */
export function mayWithdraw(row: { state: string }): boolean {
  return mayChange(row) || row.state === 'SUBMITTED'
}

type Step = { action: string; staffId: string | null }
const passing: readonly string[] = ['FIRST_PASSED', 'APPROVED']

/** Two levels and a second look are of different persons: whoever passed it since it was last handed in stands back. */
export function isFirstLook(staff: Pick<StaffActor, 'staffId'>, steps: readonly Step[]): boolean {
  const handedIn = steps.findLastIndex(({ staffId }) => staffId === null)
  return !steps
    .slice(handedIn + 1)
    .some(({ action, staffId }) => passing.includes(action) && staffId === staff.staffId)
}
