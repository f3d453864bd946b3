import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { isRuleRefusal, isStaleRefusal } from './answers.ts'
import type { CallFunction, CallOptions, CallTypes } from './make-call.ts'

type WriteMeta = {
  /** The page shows refusals itself, for example beside fields. */
  quiet?: boolean
}

/**
 * Milliseconds. Private links live for ten minutes (docs/rules/calls.md#private-links), so they are refetched earlier.
 */
export const privateLinksRefetchMs = 8 * 60_000

/** All query keys begin with `scope`. */
export function callQueries<Calls extends CallTypes, Scope extends readonly string[]>(
  call: CallFunction<Calls>,
  scope: Scope,
) {
  type Name = keyof Calls & string

  type Reading<N extends Name> = ReturnType<typeof read<N>>

  /** The key is `[...scope, name, input]`. */
  function read<N extends Name>(name: N, input: Calls[N]['request'], options?: CallOptions) {
    return queryOptions<Calls[N]['response'], Error, Calls[N]['response'], readonly [...Scope, N, Calls[N]['request']]>(
      {
        queryKey: [...scope, name, input] as const,
        queryFn: ({ signal }) => call(name, input, { ...options, signal }),
      },
    )
  }

  /** The previous page of a list stays visible while the next one loads. */
  function readPage<N extends Name>(name: N, input: Calls[N]['request']) {
    return { ...read(name, input), placeholderData: keepPreviousData }
  }

  function readLinked<N extends Name>(name: N, input: Calls[N]['request']): Reading<N> {
    return { ...read(name, input), refetchInterval: privateLinksRefetchMs }
  }

  /** Data being edited is never refetched by itself, because that would replace the user's input. */
  function readToEdit<N extends Name>(name: N, input: Calls[N]['request']): Reading<N> {
    return {
      ...read(name, input),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      meta: { edited: true },
    }
  }

  /**
   * Refetches the named calls after success and refusals, because somebody else may have changed the row. Data being
   * edited is refetched only when stale.
   */
  function useWrite<N extends Name>(name: N, renews: readonly (keyof Calls & string)[] = [], meta: WriteMeta = {}) {
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
        // The refusal is already shown, so only the data is fetched again.
        if (isRuleRefusal(error)) void renew(isStaleRefusal(error))
      },
      meta: { ...meta },
    })
  }

  return { read, readPage, readLinked, readToEdit, useWrite }
}
