import type { ClientCalls } from '@ce/contract'
import { MutationCache, QueryClient } from '@tanstack/react-query'
import { CallOffline, callClient } from './call.ts'
import { callQueries } from './call-queries.ts'

export function createQueryClient(onWriteError: (error: Error) => void = () => {}): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _input, _context, mutation) => {
        if (!mutation.meta?.quiet) onWriteError(error)
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 10_000,
        retry: (count, error) => error instanceof CallOffline && !error.timedOut && count < 1,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/**
 * Removes personal data from the cache; public content stays. What a page still shows goes with that page, because the
 * page would ask for it again, without a token.
 */
export function forgetPersonalQueries(client: QueryClient): void {
  client.getMutationCache().clear()
  const cache = client.getQueryCache()
  const left = new Set(cache.findAll({ predicate: ({ queryKey: [name] }) => !`${name}`.includes('/first_page/') }))
  const removeUnused = () => {
    for (const query of left)
      if (query.getObserversCount() === 0) {
        left.delete(query)
        cache.remove(query)
      }
    return left.size === 0
  }
  if (removeUnused()) return
  const stop = cache.subscribe(({ type }) => {
    if (type === 'observerRemoved' && removeUnused()) stop()
  })
}

/** `read` builds query options with the key `[name, input]`; `useWrite` refetches the named reads. */
export const { read, readPage, readLinked, useWrite } = callQueries<ClientCalls, readonly []>(callClient, [])
