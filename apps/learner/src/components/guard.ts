import { readSession } from '@ce/client/session.ts'
import { type LoaderFunctionArgs, redirect, replace } from 'react-router'
import { loginRedirectPath } from '../features/student/redirect.ts'
import { paths } from '../paths.ts'

/** Loader of private pages. @throws a redirect to the login page (docs/rules/accounts.md#login-redirect) */
export function requireSession({ request }: Pick<LoaderFunctionArgs, 'request'>): null {
  if (readSession()) return null
  const { pathname, search } = new URL(request.url)
  throw redirect(loginRedirectPath(pathname, search, hashOf(pathname + search)))
}

/** Returns the browser's hash if the browser already shows the path; the request of a loader has no hash. */
function hashOf(path: string): string {
  return location.pathname + location.search === path ? location.hash : ''
}

/**
 * Loader of login and registration. @throws a redirect when somebody is signed in
 * (docs/rules/accounts.md#login-redirect)
 */
export function redirectSignedIn(): null {
  if (readSession()) throw replace(paths.dashboard())
  return null
}
