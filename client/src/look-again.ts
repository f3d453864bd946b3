import type { QueryClient } from '@tanstack/react-query'
import { siteInfoQuery } from './first_page.ts'

/** What the page could not load is asked for anew, and the site's own name: a page that failed to write lacks nothing. */
export function lookAgain(client: QueryClient): void {
  const shown = client.getQueryCache().findAll({ type: 'active' })
  const failed = shown.filter(({ state }) => state.status === 'error')
  for (const query of failed) void query.fetch().catch(() => undefined)
  void client.fetchQuery({ ...siteInfoQuery(), staleTime: 0 }).catch(() => undefined)
}
