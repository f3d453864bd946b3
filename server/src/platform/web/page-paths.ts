/** one segment: an id, a code, an order number */
const any = '[^/]+'

/** as a version of a legal text is written */
const textVersion = '[\\dA-Za-z.-]{1,20}'

/** The private area and its doors: of the private area what surrounds a screen is rendered, the same for every id. */
const privatePaths = [
  '/login',
  '/register',
  '/system',
  '/system/(dashboard|sign|my-courses|reduction|reduction-apply|grant|orders|invoices|invitations|messages|profile|privacy|agreements)',
  `/system/invoices/${any}`,
  `/system/orders/${any}/invoice`,
  `/system/my-courses/${any}`,
  `/system/my-courses/${any}/${any}`,
  `/system/my-courses/${any}/${any}/record`,
  `/exam/${any}/${any}`,
  `/exam/${any}/${any}/${any}`,
  '/grant/detail',
]
const learnerPages = privatePaths.map((path) => ({
  known: pattern(`(/h5)?${path}`),
  shown: path.includes(any) ? path.replaceAll(any, '-') : null,
}))

/** Pages the server renders. */
const sitePaths = [
  ...[
    ...['/index', `/list/${any}`, `/detail/${any}/${any}`, '/guide', '/aboutUs', '/search'],
    ...['/courses', `/courses/${any}/${any}`],
    '/error',
    ...['/terms/(agreement|privacy)', `/terms/(agreement|privacy)/${textVersion}`],
    ...['/verify', `/verify/${any}`, '/ledger'],
  ].map((path) => pattern(`(/h5)?${path}`)),
]

const items = /^((?:\/h5)?\/(?:list|detail))\/([^/]+)(?:\/([^/]+))?$/
const courses = /^((?:\/h5)?\/courses)\/([^/]+)\/([^/]+)$/
/** a category's name and an item's id as we write them: every other spelling names nothing */
const itemName = /^[a-zA-Z]{1,30}$/
const itemId = /^[a-z\d-]{1,60}$/
const courseYear = /^\d{4}$/
/** in place of a name or an id that nothing has */
const nothing = '-'

const notFound = '/notfound'
/** longer than any address of ours, in characters */
const longest = 300
const longestValue = 200

export type PageKind =
  /** to be rendered as `target`, the shortest address with the same content; that of every missing page is the same */
  { kind: 'site'; target: string } | { kind: 'moved'; to: string }

/** What stands behind an address (specification §2). @param search with its question mark, or '' */
export function pageOf(pathname: string, search: string): PageKind {
  const path = asWeWrite(pathname.replace(/(?<=.)\/$/, ''))
  if (path === '/' || path === '/h5')
    return { kind: 'moved', to: `${path.slice(1) && path}/index${search}` }
  const learner = learnerPages.find(({ known }) => known.test(path))
  if (learner) {
    const base = path.startsWith('/h5/') ? '/h5' : ''
    return { kind: 'site', target: learner.shown === null ? path : base + learner.shown }
  }
  if (path.length <= longest && sitePaths.some((known) => known.test(path)))
    return { kind: 'site', target: path + knownQuery(path, search) }
  return { kind: 'site', target: path.startsWith('/h5/') ? `/h5${notFound}` : notFound }
}

/** One address for each list, item and course, and for all that have no such name or id. */
function asWeWrite(path: string): string {
  const written = path.replace(courses, (_, start, year, id) =>
    courseYear.test(year) && itemId.test(id) ? `${start}/${year}/${id}` : `${start}/-/-`,
  )
  return written.replace(items, (_, start, name, id) => {
    const parts = [start, itemName.test(name) ? name : nothing]
    if (id !== undefined) parts.push(itemId.test(id) ? id : nothing)
    return parts.join('/')
  })
}

/** How a target may be kept. */
export type Keeping =
  /** what is published, and its lists: as many as there are items */
  | 'bounded'
  /** visitors make up words, numbers and ids: endless */
  | 'endless'
  /** about one person's proof: made for who asks */
  | 'never'

/** @param target of pageOf */
export function keepingOf(target: string): Keeping {
  if (/^(\/h5)?\/verify/.test(target)) return 'never'
  return target.includes('?') || /\/terms\/\w+\//.test(target) ? 'endless' : 'bounded'
}

/** The query that a page's content depends on, in one order and writing. */
function knownQuery(path: string, search: string): string {
  const names = queryNames(path)
  if (names.length === 0 || !search) return ''
  const given = new URLSearchParams(search)
  const query = new URLSearchParams()
  for (const name of names) {
    const value = (given.get(name) ?? '').trim().slice(0, longestValue)
    if (value && (name !== 'page' || isLaterPage(value))) query.set(name, value)
  }
  return query.size > 0 ? `?${query}` : ''
}

function queryNames(path: string): string[] {
  if (/^(\/h5)?\/verify$/.test(path)) return ['code']
  if (path.endsWith('/courses')) return ['keyword', 'page', 'subject', 'year']
  if (path.endsWith('/search')) return ['category', 'keyword', 'page']
  if (/^(\/h5)?\/ledger$/.test(path)) return ['page']
  return /^(\/h5)?\/list\//.test(path) ? ['keyword', 'page'] : []
}

/** The first page needs no number, and what is none is read as the first. */
function isLaterPage(value: string): boolean {
  return /^[1-9]\d{0,5}$/.test(value) && value !== '1'
}

function pattern(path: string): RegExp {
  return new RegExp(`^${path}$`)
}
