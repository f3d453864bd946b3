import { Problem } from '@ce/client/components/Loaded.tsx'
import { rowsOnce } from '@ce/client/pages.ts'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { MoreRows } from '../shells/phone/MoreRows.tsx'

interface GrowingListProps<Item> {
  query: UseInfiniteQueryResult<InfiniteData<{ list: Item[] }>>
  /** what tells two items apart */
  idOf: (item: Item) => string
  /** what stands there when there is nothing */
  empty: ReactNode
  children: (item: Item) => ReactNode
  /** what the items stand in */
  around?: (items: ReactNode) => ReactNode
}

/** A list that goes on where one reads on; what has been read stays, so that the way back leads to its place. */
export function GrowingList<Item>({
  query,
  idOf,
  empty,
  children,
  around,
}: GrowingListProps<Item>) {
  const { data, error, isPending, isFetching, refetch } = query
  if (isPending) return <Skeleton shape={['card', 'card', 'card']} />
  if (!data) return <Problem error={error} retrying={isFetching} retry={() => refetch()} />
  const items = rowsOnce(data.pages, idOf)
  if (items.length === 0) return empty
  const rows = items.map((item) => <Fragment key={idOf(item)}>{children(item)}</Fragment>)
  return (
    <>
      {around ? around(rows) : rows}
      <MoreRows query={query} />
    </>
  )
}
