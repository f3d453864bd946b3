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

/** Removes personal data from the cache; public content stays. */
export function forgetPersonalQueries(client: QueryClient): void {
  client.getMutationCache().clear()
  client.removeQueries({ predicate: ({ queryKey: [name] }) => !`${name}`.includes('/first_page/') })
}

/** `read` builds query options with the key `[name, input]`; `useWrite` refetches the named reads. */
export const { read, readPage, readLinked, useWrite } = callQueries<ClientCalls, readonly []>(callClient, [])
