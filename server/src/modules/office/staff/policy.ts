import type { StaffActor } from '../../../platform/auth/sessions.ts'

export function isOwnStaffAccount(staff: Pick<StaffActor, 'staffId'>, id: string): boolean {
  return staff.staffId === id
}
