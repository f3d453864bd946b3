import { desktopCookie, versionSwitchPath, versionSwitchTarget } from '@ce/contract/mobile'
import type { FastifyInstance } from 'fastify'

/** Seconds for which the choice of the desktop or phone version is remembered. */
const holds = { desktop: 30 * 86_400, phone: 0 }

const any = '[^/]+'

const textVersion = '[\\dA-Za-z.-]{1,20}'

/** Private pages. The server renders only their frame, which is the same for every id. */
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

/** Only one spelling of a category name is valid. */
const itemName = /^[a-zA-Z]{1,30}$/

const itemId = /^[a-z\d-]{1,60}$/

const courseYear = /^\d{4}$/

/** Replaces a name or id that cannot exist, so that all such addresses become the same one. */
const nothing = '-'

const notFound = '/notfound'

const longest = 300

const longestValue = 200

export type PageKind =
  /** All missing pages share one target. */
  { kind: 'site'; target: string } | { kind: 'moved'; to: string }

/** @param search query with its question mark, or '' */
export function pageKindOf(pathname: string, search: string): PageKind {
  const path = asWeWrite(pathname.replace(/(?<=.)\/$/, ''))
  if (path === '/' || path === '/h5') return { kind: 'moved', to: `${path.slice(1) && path}/index${search}` }
  const learner = learnerPages.find(({ known }) => known.test(path))
  if (learner) {
    const base = path.startsWith('/h5/') ? '/h5' : ''
    return { kind: 'site', target: learner.shown === null ? path : base + learner.shown }
  }
  if (path.length <= longest && sitePaths.some((known) => known.test(path)))
    return { kind: 'site', target: path + knownQuery(path, search) }
  return { kind: 'site', target: path.startsWith('/h5/') ? `/h5${notFound}` : notFound }
}

/** Gives all missing pages of a kind the same address. */
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

export type PageCachePolicy =
  /** Published content and its lists; the number of such pages is limited. */
  | 'bounded'
  /** Addresses with search words or ids that anyone can invent; their number is unlimited. */
  | 'endless'
  /** Pages with the proof of one person, rendered for each request. */
  | 'never'

export function pageCachePolicyOf(target: string): PageCachePolicy {
  if (/^(\/h5)?\/verify/.test(target)) return 'never'
  return target.includes('?') || /\/terms\/\w+\//.test(target) ? 'endless' : 'bounded'
}

/** Returns the query that matters for the page, in one normal form. */
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

/** The first list page needs no number, and an invalid number gives the first page. */
function isLaterPage(value: string): boolean {
  return /^[1-9]\d{0,5}$/.test(value) && value !== '1'
}

function pattern(path: string): RegExp {
  return new RegExp(`^${path}$`)
}

/** The response sets a cookie and redirects, so that the links work without scripts. */
export function registerVersionLinks(app: FastifyInstance): void {
  for (const version of ['desktop', 'phone'] as const)
    app.get<{ Querystring: { to?: string | string[] } }>(`${versionSwitchPath}/${version}`, async (request, reply) => {
      const seconds = holds[version]
      reply.header('set-cookie', `${desktopCookie}=${seconds ? 1 : ''}; Path=/; Max-Age=${seconds}; SameSite=Lax`)
      return reply.redirect(versionSwitchTarget(version, String(request.query.to ?? '')), 302)
    })
}
