import type { EmployerCalls } from '@ce/contract'
import { storedValue } from './stored.ts'

export type EmployerMe = EmployerCalls['GET /organisation/v1/me']['response']

/** Which employer is signed in on this device; apart from a learner's session and from staff's. */
export interface EmployerSession {
  token: string
  me: EmployerMe
}

const stored = storedValue('employer', parse)

/** The session now; null when signed out. The same object until it changes. */
export const readEmployerSession = stored.get

/** Signs in with what the login gave. */
export function beginEmployerSession(given: { token: string; organisation: EmployerMe }): void {
  stored.set({ token: given.token, me: given.organisation })
}

/** Takes a newer account into the session. */
export function keepEmployerMe(me: EmployerMe): void {
  const session = readEmployerSession()
  if (session) stored.set({ ...session, me })
}

/** Signs out on this device. The server is told by the caller, who still has the token. */
export function endEmployerSession(): void {
  stored.set(null)
}

/** Calls back after every change; `elsewhere` when another tab made it. Returns the way to stop. */
export const onEmployerSession = stored.subscribe

/** The session as React state, live across tabs. */
export const useEmployerSession = stored.useValue

function parse(text: string): EmployerSession | null {
  const value: Partial<EmployerSession> | null = JSON.parse(text)
  if (typeof value?.token !== 'string' || !value.token || !value.me?.id) return null
  return { token: value.token, me: value.me }
}
