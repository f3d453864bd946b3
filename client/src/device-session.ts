import type { CallOptions } from './make-call.ts'
import { createStoredValue } from './stored-value.ts'

/** Milliseconds that signing out waits for the server. */
export const maxLogoutWaitMs = 3000

/**
 * Stores the session of this device under `key` in local storage. Students, staff and employers use different keys.
 * @param parse turns a stored object with a token into a session, or returns null
 */
export function createDeviceSession<Session extends { token: string }>(
  key: string,
  parse: (value: Partial<Session> & { token: string }) => Session | null,
) {
  const stored = createStoredValue(key, (text) => {
    const value: Partial<Session> | null = JSON.parse(text)
    const token = value?.token
    return typeof token === 'string' && token ? parse({ ...value, token }) : null
  })
  return {
    /** Returns null when signed out. The object stays the same until the session changes. */
    read: stored.get,
    begin: (session: Session) => stored.set(session),
    /** Without a session the update does nothing. */
    update: (change: Partial<Omit<Session, 'token'>>) => {
      const session = stored.get()
      const changed = session && { ...session, ...change }
      if (changed && JSON.stringify(changed) !== JSON.stringify(session)) stored.set(changed)
    },
    /** Signs out only on this device. The caller informs the server while it still has the token. */
    end: () => stored.set(null),
    /** `elsewhere` is true for changes of another tab. @returns a function that unsubscribes */
    subscribe: stored.subscribe,
    useValue: stored.useValue,
  }
}

interface DeskSession<Me> {
  token: string
  me: Me
}

/** The session of a staff or employer account. @param isMe whether the stored value is such an account */
export function createConsoleSession<Me>(key: string, isMe: (me: Partial<Me>) => me is Me) {
  const session = createDeviceSession<DeskSession<Me>>(key, ({ token, me }) => (me && isMe(me) ? { token, me } : null))
  return {
    ...session,
    keepMe: (me: Me) => session.update({ me }),
    signOut: async (tellServer: (options: CallOptions) => Promise<unknown>): Promise<void> => {
      const signal = AbortSignal.timeout(maxLogoutWaitMs)
      const told = tellServer({ quiet: true, signal }).catch(() => null)
      session.end()
      await told
    },
  }
}
