import type { Permission, StaffCalls } from '@ce/contract'
import { createConsoleSession } from './device-session.ts'

export type StaffMe = StaffCalls['GET /staff/v1/me']['response']

export const staffSessionStorageKey = 'staff'

/** The staff member who is signed in on this device. */
export const {
  read: readStaffSession,
  begin: beginStaffSession,
  keepMe: updateStaffSession,
  end: endStaffSession,
  signOut: signOutStaff,
  subscribe: onStaffSession,
  useValue: useStaffSession,
} = createConsoleSession(
  staffSessionStorageKey,
  (me: Partial<StaffMe>): me is StaffMe => Boolean(me.id) && Array.isArray(me.permissions),
)

export type StaffSession = NonNullable<ReturnType<typeof readStaffSession>>

export function usePermission(permission: Permission): boolean {
  return hasStaffPermission(useStaffSession(), permission)
}

export function hasStaffPermission(session: StaffSession | null, permission: Permission): boolean {
  return session?.me.permissions.includes(permission) === true
}
