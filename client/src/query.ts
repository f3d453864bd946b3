import type { ClientCalls } from '@ce/contract'
import { MutationCache, QueryClient } from '@tanstack/react-query'
import { CallOffline, call } from './call.ts'
import { callQueries } from './call-queries.ts'

/**
 * The cache of server state. Offline is an answer like another: nothing waits silently for the network.
 * `onWriteError` hears of every failed write a page does not show itself.
 */
export function makeQueryClient(onWriteError: (error: Error) => void = () => {}): QueryClient {
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

/** Drops what the cache holds of a person, when they sign out or somebody signs in; the site's own content stays. */
export function forgetPerson(client: QueryClient): void {
  client.getMutationCache().clear()
  client.removeQueries({ predicate: ({ queryKey: [name] }) => !`${name}`.includes('/first_page/') })
}

/** `read` gives a call's query options (key `[name, input]`), `useWrite` a mutation that renews the named reads. */
export const { read, readPage, readLinked, useWrite } = callQueries<ClientCalls, readonly []>(
  call,
  [],
)
