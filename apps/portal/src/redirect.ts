import { ownPath } from '@ce/frame/own-path.ts'
import { paths } from './paths.ts'

/**
 * Where a visitor without a session is sent (specification §2 rule 3, product §4 Texts):
 * `/login?redirect=<encoded full path>&<original query>`.
 */
export function loginPath(pathname: string, search: string): string {
  const query = search.replace(/^\?/, '')
  const redirect = encodeURIComponent(pathname + (query && `?${query}`))
  return `${paths.login()}?redirect=${redirect}${query && `&${query}`}`
}

/**
 * Where to go after login: the `redirect` of the query when it is a path of this site, else the dashboard.
 * `//evil`, `/\evil`, `https:` and the login page itself are not.
 */
export function redirectTarget(search: string, origin: string): string {
  const url = ownPath(readRedirect(search), origin)
  const doors: readonly string[] = [paths.login(), paths.register()]
  if (!url || doors.includes(url.pathname)) return paths.dashboard()
  return url.pathname + url.search + url.hash
}

/** The first `redirect` counts: the original query behind it may have one of its own. */
function readRedirect(search: string): string | null {
  try {
    return new URLSearchParams(search).get('redirect')
  } catch {
    return null
  }
}
