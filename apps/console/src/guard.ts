import { sameSitePath } from '@ce/client/own-path.ts'
import { readStaffSession, type StaffMe } from '@ce/client/staff-session.ts'
import { type LoaderFunctionArgs, redirect, replace } from 'react-router'
import { consoleBasePath, paths, withoutBasePath } from './paths.ts'

export type LoginReason = 'idle' | 'expired'

/** `from` is a path without the router's base path. */
export function loginPath(from: string, why?: LoginReason): string {
  const query = new URLSearchParams()
  if (from !== paths.home()) query.set('return', from)
  if (why) query.set('why', why)
  const text = query.toString()
  return paths.login() + (text && `?${text}`)
}

/** Reads `return` from the query and accepts only a path of the console. */
export function loginReturnPath(search: string, origin: string): string {
  const url = sameSitePath(new URLSearchParams(search).get('return'), origin)
  const doors: readonly string[] = [paths.login(), paths.firstPassword(), paths.setUpCode()]
  if (!url || doors.includes(url.pathname)) return paths.home()
  return url.pathname + url.search
}

/** Returns the path of a required step, such as a password change, or null. */
export function requiredStepPath(me: StaffMe): string | null {
  if (me.mustChangePassword) return paths.firstPassword()
  return me.totp === 'REQUIRED' ? paths.setUpCode() : null
}

/** @throws a redirect to the staff login or to a required step */
export function requireStaffSession({ request }: LoaderFunctionArgs): null {
  const { pathname, search } = new URL(request.url)
  const path = withoutBasePath(consoleBasePath, pathname)
  const session = readStaffSession()
  if (!session) throw redirect(loginPath(path + search))
  const first = requiredStepPath(session.me)
  if (first && first !== path) throw replace(first)
  const duties: readonly string[] = [paths.firstPassword(), paths.setUpCode()]
  if (!first && duties.includes(path)) throw replace(paths.home())
  return null
}

/** @throws a redirect if a staff member is signed in */
export function redirectSignedInStaff({ request }: LoaderFunctionArgs): null {
  const { search, origin } = new URL(request.url)
  if (readStaffSession()) throw replace(loginReturnPath(search, origin))
  return null
}
