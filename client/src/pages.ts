import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

interface Page {
  total: number
  page: number
  pageSize: number
}

type Rows<Row> = Page & { list: Row[] }

/** `key` begins with the call's name, so that writes refetch the list. */
export function pagedQuery<OnePage extends Page>(
  key: readonly [string, ...unknown[]],
  fetchPage: (page: number, signal: AbortSignal) => Promise<OnePage>,
) {
  return infiniteQueryOptions({
    queryKey: [key[0], 'pages', ...key.slice(1)],
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, pageSize, total }) => (page * pageSize < total ? page + 1 : undefined),
  })
}

/** A row inserted between two reads moves another one to the next page, so rows may repeat. */
export function uniqueRows<Row>(pages: readonly { list: readonly Row[] }[], idOf: (row: Row) => string): Row[] {
  const rows = pages.flatMap(({ list }) => list)
  return [...new Map(rows.map((row) => [idOf(row), row])).values()]
}

/** The server returns at most a hundred rows per page (docs/rules/calls.md#pages-of-a-list). */
const mostOnPage = 100

/** `key` contains the call's scope and name. */
export function wholeListQuery<Row>(
  key: readonly [string, ...unknown[]],
  fetchPage: (asked: { page: number; pageSize: number }, signal: AbortSignal) => Promise<Rows<Row>>,
  idOf: (row: Row) => string,
) {
  return queryOptions({
    queryKey: [...key, 'whole'],
    queryFn: ({ signal }) => wholeList((page) => fetchPage({ page, pageSize: mostOnPage }, signal), idOf),
  })
}

async function wholeList<Row>(
  fetchPage: (page: number) => Promise<Rows<Row>>,
  idOf: (row: Row) => string,
): Promise<Rows<Row>> {
  const first = await fetchPage(1)
  const others = Math.ceil(first.total / first.pageSize) - 1
  const rest = await Promise.all(Array.from({ length: Math.max(0, others) }, (_, index) => fetchPage(index + 2)))
  return { ...first, list: uniqueRows([first, ...rest], idOf) }
}
