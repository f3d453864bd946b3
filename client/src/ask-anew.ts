import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * How things stand now. A question that is on its way already was asked before something happened: its answer is not waited for, and not
 * kept when it comes. Whoever asked it is refused.
 */
export async function askAnew<Data, Key extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<Data> {
  await client.cancelQueries({ queryKey: query.queryKey })
  return client.fetchQuery({ ...query, staleTime: 0, retry: false })
}
