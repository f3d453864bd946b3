import { ownPath } from '@ce/client/own-path.ts'
import { readStaffSession, type StaffMe } from '@ce/client/staff-session.ts'
import { type LoaderFunctionArgs, redirect, replace } from 'react-router'
import { consoleBase, paths, withoutBase } from './paths.ts'

/** Why somebody stands at the login: nobody touched anything for too long, or the server ended the session. */
export type LoginReason = 'idle' | 'expired'

/** The login, with the way back to a path of the console (without its base). */
export function loginPath(from: string, why?: LoginReason): string {
  const query = new URLSearchParams()
  if (from !== paths.home()) query.set('return', from)
  if (why) query.set('why', why)
  const text = query.toString()
  return paths.login() + (text && `?${text}`)
}

/** Where to go after login: the `return` of the query when it is a path of the console, else its home. */
export function returnTarget(search: string, origin: string): string {
  const url = ownPath(new URLSearchParams(search).get('return'), origin)
  const doors: readonly string[] = [paths.login(), paths.firstPassword(), paths.setUpCode()]
  if (!url || doors.includes(url.pathname)) return paths.home()
  return url.pathname + url.search
}

/** What must be done before anything else is answered; null when nothing. */
export function duty(me: StaffMe): string | null {
  if (me.mustChangePassword) return paths.firstPassword()
  return me.totp === 'REQUIRED' ? paths.setUpCode() : null
}

/** Loader of everything behind the login. @throws a redirect to the login, or to what must be done first */
export function requireStaff({ request }: LoaderFunctionArgs): null {
  const { pathname, search } = new URL(request.url)
  const path = withoutBase(consoleBase, pathname)
  const session = readStaffSession()
  if (!session) throw redirect(loginPath(path + search))
  const first = duty(session.me)
  if (first && first !== path) throw replace(first)
  const duties: readonly string[] = [paths.firstPassword(), paths.setUpCode()]
  if (!first && duties.includes(path)) throw replace(paths.home())
  return null
}

/** Loader of the login. @throws a redirect of who is signed in */
export function requireNoStaff({ request }: LoaderFunctionArgs): null {
  const { search, origin } = new URL(request.url)
  if (readStaffSession()) throw replace(returnTarget(search, origin))
  return null
}
