import type { StaffActor } from '../../../platform/auth/sessions.ts'

/** Only who uploaded the list downloads the initial passwords of its people. */
export function mayDownloadInitialPasswords(staff: Pick<StaffActor, 'staffId'>, row: { staffId: string }): boolean {
  return row.staffId === staff.staffId
}

/** Who may reset the password of any student may also renew initial passwords. */
export function mayRenewInitialPasswords(
  staff: Pick<StaffActor, 'staffId' | 'permissions'>,
  row: { staffId: string },
): boolean {
  return mayDownloadInitialPasswords(staff, row) || staff.permissions.has('student.edit')
}
