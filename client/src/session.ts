import type { ClientCalls } from '@ce/contract'
import { useSyncExternalStore } from 'react'

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

type Listener = (change: { elsewhere: boolean }) => void
const listeners = new Set<Listener>()
let current: { text: string | null; session: Session | null } | undefined

/** The session now; null when signed out. The same object until it changes. */
export function readSession(): Session | null {
  const text = storedText()
  if (!current || current.text !== text) current = { text, session: parse(text) }
  return current.session
}

/** Signs in: keeps the token and user of a login; initPassword comes from the user (§4). */
export function beginSession({ token, user }: { token: string; user: SessionUser }): void {
  store({ token, userInfo: user, initPassword: user.isInitPassword })
}

/** Changes what is known of the signed-in person; without a session it does nothing. */
export function updateSession(change: Partial<Omit<Session, 'token'>>): void {
  const session = readSession()
  if (session) store({ ...session, ...change })
}

/** Signs out on this device. The server is told by the caller, who still has the token. */
export function endSession(): void {
  store(null)
}

/** Calls back after every change; `elsewhere` when another tab made it. Returns the way to stop. */
export function onSession(listener: Listener): () => void {
  if (listeners.size === 0) globalThis.addEventListener?.('storage', heard)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) globalThis.removeEventListener?.('storage', heard)
  }
}

/** The session as React state, live across tabs. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSession, readSession, () => null)
}

function heard(event: StorageEvent): void {
  if (event.key === storageKey || event.key === null) tell(true)
}

function tell(elsewhere: boolean): void {
  for (const listener of [...listeners]) listener({ elsewhere })
}

/** Without storage (blocked by the browser) the session lives as long as the page. */
function storedText(): string | null {
  try {
    return globalThis.localStorage?.getItem(storageKey) ?? null
  } catch {
    return current?.text ?? null
  }
}

function store(session: Session | null): void {
  const text = session ? JSON.stringify(session) : null
  try {
    if (text === null) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, text)
  } catch {
    current = { text, session }
  }
  tell(false)
}

/** Whatever lies under the key, a session only when it has a token and a user. */
function parse(text: string | null): Session | null {
  try {
    const value: Partial<Session> | null = JSON.parse(text ?? 'null')
    if (typeof value?.token !== 'string' || !value.token || !value.userInfo?.id) return null
    return {
      token: value.token,
      userInfo: value.userInfo,
      initPassword: value.initPassword === true,
    }
  } catch {
    return null
  }
}
