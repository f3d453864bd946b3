import { LoadProblem } from '@ce/client/components/Loaded.tsx'
import { uniqueRows } from '@ce/client/pages.ts'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { LoadMoreRows } from '../shells/phone/MoreRows.tsx'

interface GrowingListProps<Item> {
  query: UseInfiniteQueryResult<InfiniteData<{ list: Item[] }>>
  idOf: (item: Item) => string
  empty: ReactNode
  children: (item: Item) => ReactNode
  around?: (items: ReactNode) => ReactNode
}

/** Loaded items stay in the list, so that Back returns to the same position. */
export function InfiniteList<Item>({ query, idOf, empty, children, around }: GrowingListProps<Item>) {
  const { data, error, isPending, isFetching, refetch } = query
  if (isPending) return <Skeleton shape={['card', 'card', 'card']} />
  if (!data) return <LoadProblem error={error} retrying={isFetching} retry={() => refetch()} />
  const items = uniqueRows(data.pages, idOf)
  if (items.length === 0) return empty
  const rows = items.map((item) => <Fragment key={idOf(item)}>{children(item)}</Fragment>)
  return (
    <>
      {around ? around(rows) : rows}
      <LoadMoreRows query={query} />
    </>
  )
}
