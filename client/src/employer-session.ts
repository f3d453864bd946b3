import type { EmployerCalls } from '@ce/contract'
import { createConsoleSession } from './device-session.ts'

export type EmployerMe = EmployerCalls['GET /organisation/v1/me']['response']

/** Which employer is signed in on this device. */
export const {
  read: readEmployerSession,
  begin: beginEmployerSession,
  keepMe: updateEmployerSession,
  end: endEmployerSession,
  signOut: signOutEmployer,
  subscribe: onEmployerSession,
  useValue: useEmployerSession,
} = createConsoleSession('employer', (me: Partial<EmployerMe>): me is EmployerMe => Boolean(me.id))
