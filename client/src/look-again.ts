import type { QueryClient } from '@tanstack/react-query'

/** What the page could not load is asked for anew; when nothing is missing, the site's own name. */
export function lookAgain(client: QueryClient): void {
  const shown = client.getQueryCache().findAll({ type: 'active' })
  const failed = shown.filter(({ state }) => state.status === 'error')
  const asked =
    failed.length > 0
      ? failed
      : shown.filter(({ queryKey: [name] }) => `${name}`.includes('/first_page/')).slice(0, 1)
  for (const query of asked) void query.fetch().catch(() => undefined)
}
