/** Where a phone's pages live (specification §9). */
export const phoneBase = '/h5'

/** The cookie of a phone's user who asked for the desktop version. */
export const desktopCookie = 'desktop'

/** What decides where somebody belongs; on the server the request's headers, in a browser its own properties. */
export interface Visitor {
  userAgent: string
  /** the whole Cookie header, or document.cookie */
  cookie: string
  /** only a browser knows it: an iPad says that it is a Mac */
  maxTouchPoints?: number
}

const phones = new RegExp(
  [
    'Mobi|Android|iPhone|iPad|iPod|HarmonyOS|\\b(Phone|Tablet); ?OpenHarmony',
    'Windows Phone|Windows CE|IEMobile|BlackBerry|BB10|PlayBook|Kindle|Silk/|webOS|hpwOS',
    'Opera Mini|Opera Tablet|UCWEB|Fennec|KAIOS|Maemo|MeeGo|\\bBada\\b|PalmOS|PalmSource',
    // phones from before the smart ones; Internet Explorer on a desk says "Tablet PC"
    'Series ?[3468]0|Symbian|MIDP|CLDC|Nokia|SonyEricsson|UP\\.Browser|DoCoMo|\\bTablet\\b(?! PC)',
    'Nintendo (3DS|Switch)|PlayStation Vita',
  ].join('|'),
  'i',
)

/** A phone, a tablet or the like (specification §1, §2 rule 1). */
export function isMobile({ userAgent, maxTouchPoints = 0 }: Omit<Visitor, 'cookie'>): boolean {
  return phones.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}

/** The first piece of the public pages that are responsive themselves: one version for everybody (product §4 Mobile). */
export const pagesForAll = ['verify', 'ledger'] as const

/** Pages with one version, and what is no page at all. */
const stays = new RegExp(
  `^/(h5|api|assets|files|${pagesForAll.join('|')}|cashier|console|employer)(/|$)|^/[^/]+\\.(xml|txt|svg|ico|png|json|webmanifest)$`,
)

/**
 * Where a visitor who belongs to /h5 is sent: the same path and query below it. null: stays here.
 * @param search with its question mark, or ''
 */
export function phoneTarget(pathname: string, search: string, visitor: Visitor): string | null {
  if (stays.test(pathname) || !isMobile(visitor) || wantsDesktop(visitor.cookie)) return null
  // one slash: `//evil` would leave the origin
  const path = pathname.replace(/^[/\\]*/, '/')
  // the root is the home page: one redirect, not a second one from /h5
  return phoneBase + (path === '/' ? '/index' : path) + search
}

/** Whether a page is the same for phones and desktops, and so has no address below /h5. */
export function isForAll(pathname: string): boolean {
  return stays.test(pathname) && desktopPath(pathname) === pathname
}

/** The path on the desktop of a path below /h5; any other unchanged. */
export function desktopPath(pathname: string): string {
  if (pathname !== phoneBase && !pathname.startsWith(`${phoneBase}/`)) return pathname
  return pathname.slice(phoneBase.length).replace(/^[/\\]*/, '/')
}

/** The address a phone has for a page of this site: below /h5, unless the page is for all. */
export function phoneTwin(pathname: string): string {
  const path = desktopPath(pathname)
  return isForAll(path) ? path : phoneBase + path
}

/** Below it the server switches a browser between the two versions. */
export const versionPath = '/version'

export type Version = 'desktop' | 'phone'

/** The link to a page's other version; it works without scripts. @param search with its question mark, or '' */
export function versionLink(version: Version, pathname: string, search: string): string {
  return `${versionPath}/${version}?to=${encodeURIComponent(desktopPath(pathname) + search)}`
}

/** Where such a link leads: a path of this site, whatever `to` is. */
export function versionTarget(version: Version, to: string): string {
  const site = 'http://site'
  const url = URL.canParse(to, site) ? new URL(to, site) : new URL(site)
  const path = url.origin === site ? desktopPath(url.pathname).replace(/^\/+/, '/') : '/'
  const search = url.origin === site ? url.search : ''
  return (version === 'phone' ? phoneTwin(path) : path) + search
}

function wantsDesktop(cookie: string): boolean {
  return cookie.split(';').some((pair) => pair.trim() === `${desktopCookie}=1`)
}
