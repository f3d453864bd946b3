import type { ClientCalls } from '@ce/contract'
import { createDeviceSession } from './device-session.ts'

export type SessionUser = ClientCalls['POST /student/v1/login']['response']['user']

/** The signed-in person of this device (docs/rules/accounts.md#sessions). */
export interface Session {
  token: string
  userInfo: SessionUser
  /** True when the student need not be asked to change the initial password. */
  initPassword: boolean
}

/** Key in local storage; it must not change (docs/rules/accounts.md#sessions). */
export const sessionStorageKey = 'user'

const session = createDeviceSession<Session>(sessionStorageKey, ({ token, userInfo, initPassword }) =>
  userInfo?.id ? { token, userInfo, initPassword: initPassword === true } : null,
)

export const {
  read: readSession,
  update: updateSession,
  end: endSession,
  subscribe: onSession,
  useValue: useSession,
} = session

/** Keeps the token and user of a login. */
export function beginSession({ token, user }: { token: string; user: SessionUser }): void {
  session.begin({ token, userInfo: user, initPassword: user.isInitPassword })
}
