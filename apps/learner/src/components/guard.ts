import { readSession } from '@ce/client/session.ts'
import { type LoaderFunctionArgs, redirect, replace } from 'react-router'
import { loginPath } from '../features/student/redirect.ts'
import { paths } from '../paths.ts'

/** Loader of everything that needs sign-in. @throws a redirect to the login page (specification §2 rule 3) */
export function requireSession({ request }: Pick<LoaderFunctionArgs, 'request'>): null {
  if (readSession()) return null
  const { pathname, search } = new URL(request.url)
  throw redirect(loginPath(pathname, search, hashOf(pathname + search)))
}

/** A request has no hash. The browser has it, once it stands at that address: opened, loaded again, gone back to. */
function hashOf(path: string): string {
  return location.pathname + location.search === path ? location.hash : ''
}

/** Loader of login and registration. @throws a redirect of who is signed in (specification §2 rule 4) */
export function requireNoSession(): null {
  if (readSession()) throw replace(paths.dashboard())
  return null
}
