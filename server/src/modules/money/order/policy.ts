import type { StaffActor, StudentActor } from '../../../platform/auth/sessions.ts'

export function maySeeOrder(student: StudentActor, row: { studentId: string | null }): boolean {
  return row.studentId === student.studentId
}

/** Cases that refund money also need the permission to refund. */
export function mayDecideMoneyCase(
  staff: Pick<StaffActor, 'permissions'>,
  { givesBack }: { givesBack: boolean },
): boolean {
  return !givesBack || staff.permissions.has('finance.refund')
}

export function maySeeEmployerOrder(
  employer: { organisationId: string },
  row: { organisationId: string | null },
): boolean {
  return row.organisationId === employer.organisationId
}
