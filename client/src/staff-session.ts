import type { Permission, StaffCalls } from '@ce/contract'
import { storedValue } from './stored.ts'

export type StaffMe = StaffCalls['GET /staff/v1/me']['response']

/** Who of the staff is signed in on this device; apart from a learner's session. */
export interface StaffSession {
  token: string
  me: StaffMe
}

export const staffStorageKey = 'staff'

const stored = storedValue(staffStorageKey, parse)

/** The session now; null when signed out. The same object until it changes. */
export const readStaffSession = stored.get

/** Signs in with what the login gave. */
export function beginStaffSession({ token, staff }: { token: string; staff: StaffMe }): void {
  stored.set({ token, me: staff })
}

/** Takes a newer account into the session: roles, permissions, password and TOTP state. */
export function keepStaffMe(me: StaffMe): void {
  const session = readStaffSession()
  if (session && JSON.stringify(session.me) !== JSON.stringify(me)) stored.set({ ...session, me })
}

/** Signs out on this device. The server is told by the caller, who still has the token. */
export function endStaffSession(): void {
  stored.set(null)
}

/** Calls back after every change; `elsewhere` when another tab made it. Returns the way to stop. */
export const onStaffSession = stored.subscribe

/** The session as React state, live across tabs. */
export const useStaffSession = stored.useValue

/** Whether the person at the desk may do this; buttons and desks without it are not there. */
export function usePermission(permission: Permission): boolean {
  return mayStaff(useStaffSession(), permission)
}

/** The same outside React, for loaders. */
export function mayStaff(session: StaffSession | null, permission: Permission): boolean {
  return session?.me.permissions.includes(permission) === true
}

function parse(text: string): StaffSession | null {
  const value: Partial<StaffSession> | null = JSON.parse(text)
  if (typeof value?.token !== 'string' || !value.token) return null
  if (!value.me?.id || !Array.isArray(value.me.permissions)) return null
  return { token: value.token, me: value.me }
}
