import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Call, CallOptions, Wire } from './make-call.ts'

type WriteMeta = {
  /** the page shows refusals itself (beside fields, in a dialog) */
  quiet?: boolean
}

/** Query options and mutations of a family of calls; their keys begin with `scope`. */
export function callQueries<Calls extends Wire, Scope extends readonly string[]>(
  call: Call<Calls>,
  scope: Scope,
) {
  type Name = keyof Calls & string

  /** Query options of a reading call; its key is `[...scope, name, input]`. */
  function read<N extends Name>(name: N, input: Calls[N]['request'], options?: CallOptions) {
    return queryOptions<
      Calls[N]['response'],
      Error,
      Calls[N]['response'],
      readonly [...Scope, N, Calls[N]['request']]
    >({
      queryKey: [...scope, name, input] as const,
      queryFn: ({ signal }) => call(name, input, { ...options, signal }),
    })
  }

  /** A writing call as a mutation; after it the named reads are fetched anew. */
  function useWrite<N extends Name>(
    name: N,
    renews: readonly (keyof Calls & string)[] = [],
    meta: WriteMeta = {},
  ) {
    const client = useQueryClient()
    return useMutation({
      mutationFn: (input: Calls[N]['request']) => call(name, input),
      onSuccess: async () => {
        await Promise.all(
          renews.map((read) => client.invalidateQueries({ queryKey: [...scope, read] })),
        )
      },
      meta: { ...meta },
    })
  }

  return { read, useWrite }
}
