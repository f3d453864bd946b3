import {
  MutationCache,
  QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { type CallName, CallOffline, type CallOptions, call, type Input } from './call.ts'

type WriteMeta = {
  /** the page shows refusals itself (beside fields, in a dialog) */
  quiet?: boolean
}

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

/** Query options of a reading call; its key is `[name, input]`. */
export function read<Name extends CallName>(name: Name, input: Input<Name>, options?: CallOptions) {
  return queryOptions({
    queryKey: [name, input] as const,
    queryFn: ({ signal }) => call(name, input, { ...options, signal }),
  })
}

/** A writing call as a mutation; after it the named reads are fetched anew. */
export function useWrite<Name extends CallName>(
  name: Name,
  renews: readonly CallName[] = [],
  meta: WriteMeta = {},
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<Name>) => call(name, input),
    onSuccess: async () => {
      await Promise.all(renews.map((read) => client.invalidateQueries({ queryKey: [read] })))
    },
    meta: { ...meta },
  })
}
