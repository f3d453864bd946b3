import type { StaffActor } from '../../../platform/auth/sessions.ts'

export function maySeeStudentPhone(staff: Pick<StaffActor, 'permissions'>): boolean {
  return staff.permissions.has('student.read')
}
