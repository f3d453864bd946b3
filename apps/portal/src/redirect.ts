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
  const wanted = readRedirect(search)
  if (!wanted || !/^\/(?![/\\])/.test(wanted) || hasControlCharacter(wanted))
    return paths.dashboard()
  if (!URL.canParse(wanted, origin)) return paths.dashboard()
  const url = new URL(wanted, origin)
  // `/a/..//evil` only becomes `//evil` once it is resolved
  const elsewhere = url.origin !== origin || url.pathname.startsWith('//')
  const doors: readonly string[] = [paths.login(), paths.register()]
  if (elsewhere || doors.includes(url.pathname)) return paths.dashboard()
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

/** URL parsers drop tabs and line breaks, so `/\t/evil` would turn into `//evil`. */
function hasControlCharacter(text: string): boolean {
  return [...text].some((letter) => letter < ' ' || letter === '\u007f')
}
