import type { StudentActor } from '../../platform/auth/sessions.ts'
import type { StaffActor } from '../../platform/auth/staff-sessions.ts'

/** An order is its student's alone: one that an employer pays is the employer's. */
export function maySeeOrder(student: StudentActor, row: { studentId: string | null }): boolean {
  return row.studentId === student.studentId
}

/** Whoever of the staff opened a refund leaves it to a second person. */
export function mayDecideRefund(
  staff: Pick<StaffActor, 'username'>,
  request: { askedBy: string | null },
): boolean {
  return request.askedBy !== staff.username
}

/** Whoever settles cases may not give money back by one: that is the right of those who refund. */
export function maySettleBy(
  staff: Pick<StaffActor, 'permissions'>,
  { givesBack }: { givesBack: boolean },
): boolean {
  return !givesBack || staff.permissions.has('finance.refund')
}

/** What a member of staff opened is taken back by that one; the rest is for who it belongs to. */
export function mayWithdrawRefund(
  staff: Pick<StaffActor, 'username'>,
  request: { askedBy: string | null },
): boolean {
  return request.askedBy === staff.username
}

/** An employer's order is the employer's alone. */
export function maySeeEmployersOrder(
  employer: { organisationId: string },
  row: { organisationId: string | null },
): boolean {
  return row.organisationId === employer.organisationId
}
