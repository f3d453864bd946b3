import { isRouteErrorResponse } from 'react-router'
import type { SiteInfo } from './data.ts'
import { rootRouteId } from './data.ts'

/** The name of the site until staff set another. */
export const builtInSiteName = '执业药师继续教育平台'

export interface TitleSource {
  matches: readonly { route: { id: string; handle?: unknown } }[]
  loaderData: Record<string, unknown>
  errors?: Record<string, unknown> | null
}

/** The title is `页面 - 站名`, or only the site's name (docs/rules/screens.md#titles). @param own the page's own title */
export function documentTitle(shown: TitleSource, own?: string): string {
  return joinTitle(own ?? pageTitle(shown), siteInfoOfLoaders(shown)?.title)
}

export function joinTitle(page: string | undefined, siteTitle: string | undefined): string {
  const site = siteTitle || builtInSiteName
  return page ? `${page} - ${site}` : site
}

/** The title of the innermost route is used. */
export function pageTitle({ matches, loaderData, errors }: TitleSource): string | undefined {
  const [error] = Object.values(errors ?? {})
  if (error !== undefined) return isNotFoundError(error) ? '页面不存在' : '出错了'
  for (const { route } of matches.toReversed()) {
    const title = readObjectField(loaderData[route.id], 'pageTitle') ?? readObjectField(route.handle, 'title')
    if (typeof title === 'string') return title
  }
  return undefined
}

export function siteInfoOfLoaders({ loaderData }: TitleSource): SiteInfo | undefined {
  return rootData(loaderData[rootRouteId])
}

/** Only loadSite fills the data of the root route, so this cast is safe. */
function rootData(data: unknown): SiteInfo | undefined {
  return (data as SiteInfo | null | undefined) ?? undefined
}

/** True only for a missing page, not for a call that failed with status 404. */
export function isNotFoundError(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404
}

export function readObjectField(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.getOwnPropertyDescriptor(value, name)?.value
}
