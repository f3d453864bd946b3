import { pagesForAll, phoneBase } from '@ce/contract/mobile'
import { useLocation } from 'react-router'

/** What stands before every path: nothing, or /h5 for phones. */
export type SiteBase = '' | typeof phoneBase

/** Every link of the public pages below a base: '' or /h5. With ':name' for an argument it is the route's pattern. */
export function sitePathsAt(base: SiteBase) {
  return {
    home: () => `${base}/index`,
    list: (name: string) => `${base}/list/${name}`,
    detail: (name: string, id: string) => `${base}/detail/${name}/${id}`,
    guide: () => `${base}/guide`,
    aboutUs: () => `${base}/aboutUs`,
    search: (keyword?: string) =>
      keyword === undefined
        ? `${base}/search`
        : `${base}/search?keyword=${encodeURIComponent(keyword)}`,
    /** 用户协议 and 隐私政策: the version in force, or another one */
    terms: (kind: 'AGREEMENT' | 'PRIVACY', version?: string) =>
      `${base}/terms/${kind.toLowerCase()}${version === undefined ? '' : `/${version}`}`,
    notFound: () => `${base}/notfound`,
    login: () => `${base}/login`,
    register: () => `${base}/register`,
    /** the private area; signing up for a year; the hours and proofs */
    system: () => `${base}/system`,
    dashboard: () => `${base}/system/dashboard`,
    sign: () => `${base}/system/sign`,
    grant: () => `${base}/system/grant`,
    /** responsive itself: the same page for everybody (product §4 Mobile) */
    verify: (code?: string) => (code === undefined ? '/verify' : `/verify/${code}`),
    /** one file to keep; the server's own, outside the router */
    verifyOffline: () => '/verify/offline',
    ledger: () => '/ledger',
  } as const
}

export type SitePaths = ReturnType<typeof sitePathsAt>

/** The links of the desktop's pages. */
export const sitePaths = sitePathsAt('')
/** The links of the phone's. */
export const phonePaths = sitePathsAt(phoneBase)

/** The base of the page that is open: '' or /h5; the same on the server and in the browser. */
export function useSiteBase(): SiteBase {
  return isPhonePath(useLocation().pathname) ? phoneBase : ''
}

/** The links as the page that is open must write them. */
export function useSitePaths(): SitePaths {
  return useSiteBase() ? phonePaths : sitePaths
}

/** Whether a path lies below /h5. */
export function isPhonePath(pathname: string): boolean {
  return pathname === phoneBase || pathname.startsWith(`${phoneBase}/`)
}

const inTwoVersions = 'index|list|detail|guide|aboutUs|terms|search|login|register|system'
const ofBase = new RegExp(`^/(${inTwoVersions})(?![^/?#])`)
const routed = new RegExp(
  `^(${phoneBase})?/(${inTwoVersions}|${pagesForAll.join('|')})(?![^/?#])(?!/offline)`,
)

/**
 * A path of the portal that staff gave for the desktop, as a link of a page below `base`. What the router does not
 * know is the server's own, a file or the employers' pages: the browser loads it.
 */
export function localLink(path: string, base: SiteBase): { to: string; reloadDocument: boolean } {
  return { to: ofBase.test(path) ? base + path : path, reloadDocument: !routed.test(path) }
}
