/** one segment: an id, a code, an order number */
const any = '[^/]+'

/** Pages that only a browser renders, from an empty shell: the private area and its doors. */
const browserPaths = [
  '/login',
  '/register',
  '/system',
  '/system/(dashboard|sign|my-courses|grant|orders|profile)',
  `/system/my-courses/${any}`,
  `/system/my-courses/${any}/${any}`,
  `/exam/${any}/${any}`,
  `/exam/${any}/${any}/${any}`,
  '/grant/detail',
  `/verify/${any}`,
  '/verify',
].map(pattern)

/** Pages the server renders, here and below /h5. */
const sitePaths = [
  '/index',
  `/list/${any}`,
  `/detail/${any}/${any}`,
  '/guide',
  '/aboutUs',
  '/search',
].map((path) => pattern(`(/h5)?${path}`))
const otherSitePaths = ['/error', '/h5/(login|register)', '/h5/(system|exam|grant)(/.*)?'].map(
  pattern,
)

const notFound = '/notfound'
/** longer than any address of ours, in characters */
const longest = 300
/** the query that a page's content depends on, in this order */
const queryNames = ['category', 'keyword', 'page']
const longestValue = 200

export type PageKind =
  /** an empty shell, for the browser to fill */
  | { kind: 'browser' }
  /** to be rendered as `target`, the shortest address with the same content; that of every missing page is the same */
  | { kind: 'site'; target: string }
  | { kind: 'moved'; to: string }

/** What stands behind an address (specification §2). @param search with its question mark, or '' */
export function pageOf(pathname: string, search: string): PageKind {
  const path = pathname.replace(/(?<=.)\/$/, '')
  if (path === '/' || path === '/h5')
    return { kind: 'moved', to: `${path.slice(1) && path}/index${search}` }
  if (browserPaths.some((known) => known.test(path))) return { kind: 'browser' }
  if (path.length <= longest && otherSitePaths.some((known) => known.test(path)))
    return { kind: 'site', target: path }
  if (path.length <= longest && sitePaths.some((known) => known.test(path)))
    return { kind: 'site', target: path + knownQuery(path, search) }
  return { kind: 'site', target: path.startsWith('/h5/') ? `/h5${notFound}` : notFound }
}

function knownQuery(path: string, search: string): string {
  if (!/\/(list\/|search$)/.test(path) || !search) return ''
  const given = new URLSearchParams(search)
  const query = new URLSearchParams()
  for (const name of queryNames) {
    const value = given.get(name)
    if (value) query.set(name, value.slice(0, longestValue))
  }
  return query.size > 0 ? `?${query}` : ''
}

function pattern(path: string): RegExp {
  return new RegExp(`^${path}$`)
}
