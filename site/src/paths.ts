import { pagesForAll, phoneBase } from '@ce/contract/mobile'
import { useHref } from 'react-router'

/** What stands before every path in the address: nothing, or /h5 for phones. The router puts it there. */
export type SiteBase = '' | typeof phoneBase

/** Every link of the public pages. With ':name' for an argument it is the route's pattern. */
export const sitePaths = {
  home: () => `/index`,
  list: (name: string) => `/list/${name}`,
  detail: (name: string, id: string) => `/detail/${name}/${id}`,
  /** 课程目录, and one course of a year */
  catalogue: () => `/courses`,
  offeredCourse: (year: number | string, id: string) => `/courses/${year}/${id}`,
  guide: () => `/guide`,
  aboutUs: () => `/aboutUs`,
  search: (keyword?: string) =>
    keyword === undefined ? `/search` : `/search?keyword=${encodeURIComponent(keyword)}`,
  /** 用户协议 and 隐私政策: the version in force, or another one */
  terms: (kind: 'AGREEMENT' | 'PRIVACY', version?: string) =>
    `/terms/${kind.toLowerCase()}${version === undefined ? '' : `/${version}`}`,
  notFound: () => `/notfound`,
  login: () => `/login`,
  register: () => `/register`,
  /** the private area; signing up for a year; the hours and proofs */
  system: () => `/system`,
  dashboard: () => `/system/dashboard`,
  sign: () => `/system/sign`,
  /** the choice of a year's courses, with one of them in it */
  signCourse: (year: number, id: string) => `/system/sign?year=${year}&course=${id}`,
  grant: () => `/system/grant`,
  /** responsive itself: the same page for everybody (product §4 Mobile) */
  verify: (code?: string) => (code === undefined ? '/verify' : `/verify/${code}`),
  /** one file to keep; the server's own, outside the router */
  verifyOffline: () => '/verify/offline',
  ledger: () => '/ledger',
} as const

export type SitePaths = typeof sitePaths

/** The base of the page that is open: '' or /h5; the same on the server and in the browser. */
export function useSiteBase(): SiteBase {
  return isPhonePath(useHref('/')) ? phoneBase : ''
}

/** Whether a path lies below /h5. */
export function isPhonePath(pathname: string): boolean {
  return pathname === phoneBase || pathname.startsWith(`${phoneBase}/`)
}

const pages =
  'index|list|detail|courses|guide|aboutUs|terms|search|login|register|system|exam|grant'
const routed = new RegExp(`^/(${[pages, ...pagesForAll].join('|')})(?![^/?#])(?!/offline)`)

/** Whether the router knows a path that staff gave; if not it is the server's own, a file or the employers' pages: the browser loads it. */
export function isRouted(path: string): boolean {
  return routed.test(path)
}
