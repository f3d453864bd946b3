import type { QueryClient } from '@tanstack/react-query'
import { siteInfoQuery } from './first_page.ts'

export function refetchAfterRecovery(client: QueryClient): void {
  const shown = client.getQueryCache().findAll({ type: 'active' })
  const failed = shown.filter(({ state }) => state.status === 'error')
  for (const query of failed) void query.fetch().catch(() => undefined)
  void client.fetchQuery({ ...siteInfoQuery(), staleTime: 0 }).catch(() => undefined)
}
