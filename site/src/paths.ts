import { phoneBase, responsivePages } from '@ce/contract/mobile'
import { useHref } from 'react-router'

/** Prefix of all paths, which the router adds: /h5 in the phone version, otherwise empty. */
export type SiteBase = '' | typeof phoneBase

export const sitePaths = {
  home: () => `/index`,
  list: (name: string) => `/list/${name}`,
  detail: (name: string, id: string) => `/detail/${name}/${id}`,
  catalogue: () => `/courses`,
  offeredCourse: (year: number | string, id: string) => `/courses/${year}/${id}`,
  guide: () => `/guide`,
  aboutUs: () => `/aboutUs`,
  search: (keyword?: string) => (keyword === undefined ? `/search` : `/search?keyword=${encodeURIComponent(keyword)}`),
  terms: (kind: 'AGREEMENT' | 'PRIVACY', version?: string) =>
    `/terms/${kind.toLowerCase()}${version === undefined ? '' : `/${version}`}`,
  notFound: () => `/notfound`,
  login: () => `/login`,
  register: () => `/register`,
  system: () => `/system`,
  dashboard: () => `/system/dashboard`,
  sign: () => `/system/sign`,
  /** Path to the page for choosing courses, with this course added. */
  signCourse: (year: number, id: string) => `/system/sign?year=${year}&course=${id}`,
  grant: () => `/system/grant`,
  /** The page that shows a verified proof has the same address on desktop and phone. */
  verify: (code?: string) => (code === undefined ? '/verify' : `/verify/${code}`),
  /** The offline page is a single file to save, served outside the router. */
  verifyOffline: () => '/verify/offline',
  ledger: () => '/ledger',
} as const

export type SitePaths = typeof sitePaths

/** Returns the prefix of the open page, on the server too. */
export function useSiteBase(): SiteBase {
  return isPhonePath(useHref('/')) ? phoneBase : ''
}

export function isPhonePath(pathname: string): boolean {
  return pathname === phoneBase || pathname.startsWith(`${phoneBase}/`)
}

const pages = 'index|list|detail|courses|guide|aboutUs|terms|search|login|register|system|exam|grant'
const routed = new RegExp(`^/(${[pages, ...responsivePages].join('|')})(?![^/?#])(?!/offline)`)

/** Checks whether the router knows a path; the browser must load others, such as files. */
export function isRouterPath(path: string): boolean {
  return routed.test(path)
}
