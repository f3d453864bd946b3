export const phoneBase = '/h5'

/** Set when a phone user has asked for the desktop version. */
export const desktopCookie = 'desktop'

/** The visitor's device: request headers on the server, browser properties in a browser. */
export interface VisitorDevice {
  userAgent: string
  cookie: string
  /** Known only in browsers; it reveals an iPad that claims to be a Mac. */
  maxTouchPoints?: number
}

const phones = new RegExp(
  [
    'Mobi|Android|iPhone|iPad|iPod|HarmonyOS|\\b(Phone|Tablet); ?OpenHarmony',
    'Windows Phone|Windows CE|IEMobile|BlackBerry|BB10|PlayBook|Kindle|Silk/|webOS|hpwOS',
    'Opera Mini|Opera Tablet|UCWEB|Fennec|KAIOS|Maemo|MeeGo|\\bBada\\b|PalmOS|PalmSource',
    // Phones from before smartphones. Not "Tablet PC": Internet Explorer on desktops says it.
    'Series ?[3468]0|Symbian|MIDP|CLDC|Nokia|SonyEricsson|UP\\.Browser|DoCoMo|\\bTablet\\b(?! PC)',
    'Nintendo (3DS|Switch)|PlayStation Vita',
  ].join('|'),
  'i',
)

export function isMobile({ userAgent, maxTouchPoints = 0 }: Omit<VisitorDevice, 'cookie'>): boolean {
  return phones.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}

/** The first path segment of responsive pages, which have no phone version (docs/rules/screens.md#phones). */
export const responsivePages = ['verify', 'ledger'] as const

/** Matches paths that have no phone version. */
const stays = new RegExp(
  `^/(h5|api|assets|files|${responsivePages.join('|')}|cashier|console|employer)(/|$)|^/[^/]+\\.(xml|txt|svg|ico|png|json|webmanifest)$`,
)

/**
 * Returns the same path below /h5, or null when no redirect is needed. @param search with its question mark, or ''
 */
export function phoneRedirectOf(pathname: string, search: string, visitor: VisitorDevice): string | null {
  if (stays.test(pathname) || !isMobile(visitor) || wantsDesktop(visitor.cookie)) return null
  // `//evil` would lead to another origin, so use one slash.
  const path = pathname.replace(/^[/\\]*/, '/')
  // Redirect the home page straight to /index, so that a second redirect is not needed.
  return phoneBase + (path === '/' ? '/index' : path) + search
}

/** A responsive page has no address below /h5. */
export function isResponsivePage(pathname: string): boolean {
  return stays.test(pathname) && desktopPathOf(pathname) === pathname
}

export function desktopPathOf(pathname: string): string {
  if (pathname !== phoneBase && !pathname.startsWith(`${phoneBase}/`)) return pathname
  return pathname.slice(phoneBase.length).replace(/^[/\\]*/, '/')
}

/** Responsive pages keep their address on phones. */
export function phonePathOf(pathname: string): string {
  const path = desktopPathOf(pathname)
  return isResponsivePage(path) ? path : phoneBase + path
}

/** Below this path the server switches between desktop and phone version. */
export const versionSwitchPath = '/version'

export type SiteVersion = 'desktop' | 'phone'

/** The link works without scripts. @param search with its question mark, or '' */
export function versionSwitchLink(version: SiteVersion, pathname: string, search: string): string {
  return `${versionSwitchPath}/${version}?to=${encodeURIComponent(desktopPathOf(pathname) + search)}`
}

/** The target is always a path of this site, whatever `to` contains. */
export function versionSwitchTarget(version: SiteVersion, to: string): string {
  const site = 'http://site'
  const url = URL.canParse(to, site) ? new URL(to, site) : new URL(site)
  const path = url.origin === site ? desktopPathOf(url.pathname).replace(/^\/+/, '/') : '/'
  const search = url.origin === site ? url.search : ''
  return (version === 'phone' ? phonePathOf(path) : path) + search
}

function wantsDesktop(cookie: string): boolean {
  return cookie.split(';').some((pair) => pair.trim() === `${desktopCookie}=1`)
}
