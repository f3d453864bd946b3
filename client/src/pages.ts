import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

interface Page {
  total: number
  page: number
  pageSize: number
}

type Rows<Row> = Page & { list: Row[] }

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

/** The rows of the pages that were read, each once: one that came between two pages moves the last of one to the next. */
export function rowsOnce<Row>(
  pages: readonly { list: readonly Row[] }[],
  idOf: (row: Row) => string,
): Row[] {
  const rows = pages.flatMap(({ list }) => list)
  return [...new Map(rows.map((row) => [idOf(row), row])).values()]
}

/** the most rows a call gives at once (product §3) */
const mostOnPage = 100

/** A list of few pages, read whole: for who looks for a row in it. `key` begins with its call's name, and its scope. */
export function inWhole<Row>(
  key: readonly [string, ...unknown[]],
  fetchPage: (asked: { page: number; pageSize: number }, signal: AbortSignal) => Promise<Rows<Row>>,
  idOf: (row: Row) => string,
) {
  return queryOptions({
    queryKey: [...key, 'whole'],
    queryFn: ({ signal }) =>
      wholeList((page) => fetchPage({ page, pageSize: mostOnPage }, signal), idOf),
  })
}

async function wholeList<Row>(
  fetchPage: (page: number) => Promise<Rows<Row>>,
  idOf: (row: Row) => string,
): Promise<Rows<Row>> {
  const first = await fetchPage(1)
  const others = Math.ceil(first.total / first.pageSize) - 1
  const rest = await Promise.all(
    Array.from({ length: Math.max(0, others) }, (_, index) => fetchPage(index + 2)),
  )
  return { ...first, list: rowsOnce([first, ...rest], idOf) }
}
