import type { StaffActor } from '../../platform/auth/staff-sessions.ts'

type Asking = Pick<StaffActor, 'staffId' | 'permissions'>

/** An import is watched, run and its first password sheet fetched by who checked it, and by nobody else. */
export function mayUseImport(
  staff: Pick<StaffActor, 'staffId'>,
  row: { staffId: string },
): boolean {
  return row.staffId === staff.staffId
}

/** What was written is everybody's who may import; what is only tried out, its maker's. */
export function mayReadImport(
  staff: Pick<StaffActor, 'staffId'>,
  row: { staffId: string; state: string },
): boolean {
  return mayUseImport(staff, row) || row.state === 'DONE'
}

/** New initial passwords: of one's own import, or by who may reset anybody's password. */
export function mayRenewPasswords(staff: Asking, row: { staffId: string; state: string }): boolean {
  return (
    mayReadImport(staff, row) && (mayUseImport(staff, row) || staff.permissions.has('student.edit'))
  )
}
