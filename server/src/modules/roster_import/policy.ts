import type { StaffActor } from '../../platform/auth/staff-sessions.ts'

/** An import is watched, run and its passwords fetched by who checked it, and by nobody else. */
export function mayUseImport(
  staff: Pick<StaffActor, 'staffId'>,
  row: { staffId: string },
): boolean {
  return row.staffId === staff.staffId
}
