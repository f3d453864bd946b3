import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'

/** Cancels a running request, because its response may be older than the latest change. */
export async function refetchNow<Data, Key extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<Data> {
  await client.cancelQueries({ queryKey: query.queryKey })
  return client.fetchQuery({ ...query, staleTime: 0, retry: false })
}
