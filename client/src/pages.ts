import { infiniteQueryOptions } from '@tanstack/react-query'

interface Page {
  total: number
  page: number
  pageSize: number
}

/** A list that grows as it is read on; `key` begins with its call's name, so that writes renew it like any read. */
export function inPages<OnePage extends Page>(
  key: readonly [string, ...unknown[]],
  fetchPage: (page: number, signal: AbortSignal) => Promise<OnePage>,
) {
  return infiniteQueryOptions({
    queryKey: [key[0], 'pages', ...key.slice(1)],
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, pageSize, total }) =>
      page * pageSize < total ? page + 1 : undefined,
  })
}
