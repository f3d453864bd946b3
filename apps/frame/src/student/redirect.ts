import { phoneTwin } from '@ce/contract/mobile'
import { isPhonePath } from '@ce/site/paths.ts'
import { ownPath } from '../own-path.ts'
import { type StudentPaths, studentPathsOf } from './paths.ts'

/**
 * Where a visitor without a session is sent (specification §2 rule 3, product §4 Texts):
 * `/login?redirect=<encoded full path>&<original query>`.
 */
export function loginPath(pathname: string, search: string, hash = ''): string {
  const query = search.replace(/^\?/, '')
  const redirect = encodeURIComponent(pathname + (query && `?${query}`) + hash)
  return `${studentPathsOf(pathname).login()}?redirect=${redirect}${query && `&${query}`}`
}

/**
 * Where to go after login: the `redirect` of the query when it is a path of this site, else the dashboard.
 * `//evil`, `/\evil`, `https:` and the login page itself are not. From the phone's login it leads to the phone's twin.
 */
export function redirectTarget(search: string, origin: string, paths: StudentPaths): string {
  const url = ownPath(readRedirect(search), origin)
  if (!url || isDoor(url.pathname)) return paths.dashboard()
  const path = isPhonePath(paths.login()) ? phoneTwin(url.pathname) : url.pathname
  return path + url.search + url.hash
}

/** The first `redirect` counts: the original query behind it may have one of its own. */
function readRedirect(search: string): string | null {
  try {
    return new URLSearchParams(search).get('redirect')
  } catch {
    return null
  }
}

function isDoor(pathname: string): boolean {
  const paths = studentPathsOf(pathname)
  return pathname === paths.login() || pathname === paths.register()
}
