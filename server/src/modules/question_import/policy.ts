import type { StaffActor } from '../../platform/auth/staff-sessions.ts'

/** An import is watched and run by who checked it: the report is what they read before they decided. */
export function mayUseImport(
  staff: Pick<StaffActor, 'staffId'>,
  row: { staffId: string },
): boolean {
  return row.staffId === staff.staffId
}
