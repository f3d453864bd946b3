import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { isAboutRows, isStale } from './answers.ts'
import type { Call, CallOptions, Wire } from './make-call.ts'

type WriteMeta = {
  /** the page shows refusals itself (beside fields, in a dialog) */
  quiet?: boolean
}

/** Private links live ten minutes (product §3): what names them is read anew before, in ms. */
export const linksRenewMs = 8 * 60_000

/** Query options and mutations of a family of calls; their keys begin with `scope`. */
export function callQueries<Calls extends Wire, Scope extends readonly string[]>(
  call: Call<Calls>,
  scope: Scope,
) {
  type Name = keyof Calls & string

  type Reading<N extends Name> = ReturnType<typeof read<N>>

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

  /** Of a page of a list: the rows before stay while others load. */
  function readPage<N extends Name>(name: N, input: Calls[N]['request']) {
    return { ...read(name, input), placeholderData: keepPreviousData }
  }

  /** Of something with private links in it. */
  function readLinked<N extends Name>(name: N, input: Calls[N]['request']): Reading<N> {
    return { ...read(name, input), refetchInterval: linksRenewMs }
  }

  /** Of what is edited: never renewed by itself under somebody's hands, and forgotten with the page. */
  function readToEdit<N extends Name>(name: N, input: Calls[N]['request']): Reading<N> {
    return {
      ...read(name, input),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      meta: { edited: true },
    }
  }

  /**
   * A writing call as a mutation; after it the named reads are fetched anew. So they are when a rule refused it, for somebody else may
   * have been faster: who begins again must not begin with the same old row. What is being edited only when it is said to be behind.
   */
  function useWrite<N extends Name>(
    name: N,
    renews: readonly (keyof Calls & string)[] = [],
    meta: WriteMeta = {},
  ) {
    const client = useQueryClient()
    const renew = (edited: boolean) =>
      Promise.all(
        renews.map((read) =>
          client.invalidateQueries({
            queryKey: [...scope, read],
            predicate: ({ meta }) => edited || !meta?.edited,
          }),
        ),
      )
    return useMutation({
      mutationFn: (input: Calls[N]['request']) => call(name, input),
      onSuccess: async () => void (await renew(true)),
      onError: (error) => {
        // the refusal is told meanwhile
        if (isAboutRows(error)) void renew(isStale(error))
      },
      meta: { ...meta },
    })
  }

  return { read, readPage, readLinked, readToEdit, useWrite }
}
