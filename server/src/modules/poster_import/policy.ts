import type { StaffActor } from '../../platform/auth/staff-sessions.ts'

/** An import is run and watched by who checked it: the report is what they read before they decided. */
export function mayUseImport(
  staff: Pick<StaffActor, 'staffId'>,
  row: { staffId: string },
): boolean {
  return row.staffId === staff.staffId
}

/** An import that publishes does what the content desk's publishing does. */
export function mayPublish(staff: Pick<StaffActor, 'permissions'>): boolean {
  return staff.permissions.has('poster.publish')
}
