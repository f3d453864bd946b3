import type { StaffActor } from '../../platform/auth/staff-sessions.ts'

/** An import is run by who checked it: the report is what they read before they decided. */
export function mayUseImport(
  staff: Pick<StaffActor, 'staffId'>,
  row: { staffId: string },
): boolean {
  return row.staffId === staff.staffId
}

/** What was written is everybody's who may edit the bank; what is only tried out, its maker's. */
export function mayReadImport(
  staff: Pick<StaffActor, 'staffId'>,
  row: { staffId: string; state: string },
): boolean {
  return mayUseImport(staff, row) || row.state === 'DONE'
}
