import type { StaffActor } from '../../../platform/auth/sessions.ts'

/** Only the person who read the check report may run the import. */
export function mayUseContentImport(staff: Pick<StaffActor, 'staffId'>, row: { staffId: string }): boolean {
  return row.staffId === staff.staffId
}

/** Publishing by import needs the same permission as publishing in the console. */
export function mayPublishContentImport(staff: Pick<StaffActor, 'permissions'>): boolean {
  return staff.permissions.has('poster.publish')
}
