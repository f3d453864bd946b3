import { ownPath } from '@ce/client/own-path.ts'
import { desktopPath } from '@ce/contract/mobile'
import { isRouted } from '@ce/site/paths.ts'
import type { NavigateFunction } from 'react-router'
import { paths } from '../../paths.ts'

/**
 * Where a visitor without a session is sent (specification §2 rule 3, product §4 Texts):
 * `/login?redirect=<encoded full path>&<original query>`.
 */
export function loginPath(pathname: string, search: string, hash = ''): string {
  const query = search.replace(/^\?/, '')
  const redirect = encodeURIComponent(pathname + (query && `?${query}`) + hash)
  return `${paths.login()}?redirect=${redirect}${query && `&${query}`}`
}

/**
 * Where to go after login: the `redirect` of the query when it is a path of this site, else the dashboard.
 * `//evil`, `/\evil`, `https:` and the login page itself are not. The router puts the base of its shell before it.
 */
export function redirectTarget(search: string, origin: string): string {
  const url = ownPath(readRedirect(search), origin)
  const path = url ? desktopPath(url.pathname) : ''
  if (!url || isDoor(path)) return paths.dashboard()
  return path + url.search + url.hash
}

/** Goes there; to what is no page of the router, as a file, by the browser. */
export async function openRedirect(search: string, navigate: NavigateFunction): Promise<void> {
  const target = redirectTarget(search, location.origin)
  if (isRouted(target)) await navigate(target, { replace: true })
  else location.replace(target)
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
  return pathname === paths.login() || pathname === paths.register()
}
