import type { StaffActor } from '../../platform/auth/staff-sessions.ts'

/** Nobody disables, promotes or resets themselves: it takes a second person. */
export function isOneself(staff: Pick<StaffActor, 'staffId'>, id: string): boolean {
  return staff.staffId === id
}
