import type { StaffActor, StudentActor } from '../../../platform/auth/sessions.ts'

/** An application of another student is treated like an unknown one. */
export function isOwnerOfReduction(student: Pick<StudentActor, 'studentId'>, row: { studentId: string }): boolean {
  return row.studentId === student.studentId
}

export function mayEditReduction({ state }: { state: string }): boolean {
  return state === 'DRAFT' || state === 'RETURNED'
}

export function mayWithdrawReduction(row: { state: string }): boolean {
  return mayEditReduction(row) || row.state === 'SUBMITTED'
}

type Step = { action: string; staffId: string | null }
const passing: readonly string[] = ['FIRST_PASSED', 'APPROVED']

/** Each review level needs a different reviewer. */
export function isOtherReviewer(staff: Pick<StaffActor, 'staffId'>, steps: readonly Step[]): boolean {
  const handedIn = steps.findLastIndex(({ staffId }) => staffId === null)
  return !steps.slice(handedIn + 1).some(({ action, staffId }) => passing.includes(action) && staffId === staff.staffId)
}
