import { sameSitePath } from '@ce/client/own-path.ts'
import { desktopPathOf } from '@ce/contract/mobile'
import { isRouterPath } from '@ce/site/paths.ts'
import type { NavigateFunction } from 'react-router'
import { paths } from '../../paths.ts'

/** Returns `/login?redirect=<encoded full path>&<original query>` (docs/rules/accounts.md#login-redirect). */
export function loginRedirectPath(pathname: string, search: string, hash = ''): string {
  const query = search.replace(/^\?/, '')
  const redirect = encodeURIComponent(pathname + (query && `?${query}`) + hash)
  return `${paths.login()}?redirect=${redirect}${query && `&${query}`}`
}

/** Leads to the dashboard for `//evil`, `/\evil`, `https:` and the login page. The router adds the base path. */
export function redirectTarget(search: string, origin: string): string {
  const url = sameSitePath(readRedirect(search), origin)
  const path = url ? desktopPathOf(url.pathname) : ''
  if (!url || isDoor(path)) return paths.dashboard()
  return path + url.search + url.hash
}

/** Paths outside the router, such as files, are opened by the browser itself. */
export async function openRedirect(search: string, navigate: NavigateFunction): Promise<void> {
  const target = redirectTarget(search, location.origin)
  if (isRouterPath(target)) await navigate(target, { replace: true })
  else location.replace(target)
}

/** Reads the first `redirect`, because the original query may contain another one. */
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
