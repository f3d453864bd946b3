import type { ClientCalls } from '@ce/contract'
import { storedValue } from './stored.ts'

export type SessionUser = ClientCalls['POST /student/v1/login']['response']['user']

/** Who is signed in on this device (specification §3). Signed in is: it has a token. */
export interface Session {
  token: string
  userInfo: SessionUser
  /** the initial-password prompt needs no showing: changed, or handled since the login (§4) */
  initPassword: boolean
}

/** Where it lies in local storage; the specification names the key. */
export const storageKey = 'user'

const stored = storedValue(storageKey, parse)

/** The session now; null when signed out. The same object until it changes. */
export const readSession = stored.get

/** Signs in: keeps the token and user of a login; initPassword comes from the user (§4). */
export function beginSession({ token, user }: { token: string; user: SessionUser }): void {
  stored.set({ token, userInfo: user, initPassword: user.isInitPassword })
}

/** Changes what is known of the signed-in person; without a session it does nothing. */
export function updateSession(change: Partial<Omit<Session, 'token'>>): void {
  const session = readSession()
  if (session) stored.set({ ...session, ...change })
}

/** Signs out on this device. The server is told by the caller, who still has the token. */
export function endSession(): void {
  stored.set(null)
}

/** Calls back after every change; `elsewhere` when another tab made it. Returns the way to stop. */
export const onSession = stored.subscribe

/** The session as React state, live across tabs. */
export const useSession = stored.useValue

/** Whatever lies under the key, a session only when it has a token and a user. */
function parse(text: string): Session | null {
  const value: Partial<Session> | null = JSON.parse(text)
  if (typeof value?.token !== 'string' || !value.token || !value.userInfo?.id) return null
  return {
    token: value.token,
    userInfo: value.userInfo,
    initPassword: value.initPassword === true,
  }
}
