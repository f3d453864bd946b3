import { isRouteErrorResponse } from 'react-router'
import type { SiteInfo } from './data.ts'
import { rootRouteId } from './data.ts'

/** the name until staff have given one, or when it cannot be had */
export const builtInSiteName = '执业药师继续教育平台'

/** What a title is worked out from: the router's state in a browser, the handler's answer on the server. */
export interface Shown {
  matches: readonly { route: { id: string; handle?: unknown } }[]
  loaderData: Record<string, unknown>
  errors?: Record<string, unknown> | null
}

/**
 * The document's title: `页面 - 站名` when the page has a title, else the site's name (specification §2).
 * @param own what the page calls itself by what it shows
 */
export function documentTitle(shown: Shown, own?: string): string {
  return titleOf(own ?? pageTitle(shown), siteOf(shown)?.title)
}

/** The same from its parts, for a page that finds its name out by itself. */
export function titleOf(page: string | undefined, siteTitle: string | undefined): string {
  const site = siteTitle || builtInSiteName
  return page ? `${page} - ${site}` : site
}

/** The innermost title: what its loader found out, or what its route is called; when there is none, what went wrong. */
export function pageTitle({ matches, loaderData, errors }: Shown): string | undefined {
  const [error] = Object.values(errors ?? {})
  if (error !== undefined) return isMissing(error) ? '页面不存在' : '出错了'
  for (const { route } of matches.toReversed()) {
    const title = field(loaderData[route.id], 'pageTitle') ?? field(route.handle, 'title')
    if (typeof title === 'string') return title
  }
  return undefined
}

/** The constants among what was loaded. */
export function siteOf({ loaderData }: Shown): SiteInfo | undefined {
  return rootData(loaderData[rootRouteId])
}

/** Only loadSite fills the loader data of the root route. */
function rootData(data: unknown): SiteInfo | undefined {
  return (data as SiteInfo | null | undefined) ?? undefined
}

/** Whether what was thrown says that there is no such page; a call that failed with 404 does not. */
export function isMissing(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404
}

/** One field of whatever it is. */
export function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.getOwnPropertyDescriptor(value, name)?.value
}
