import { Problem } from '@ce/frame/Loaded.tsx'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MoreRows } from './MoreRows.tsx'

interface GrowingListProps<Item> {
  query: UseInfiniteQueryResult<InfiniteData<{ list: Item[] }>>
  /** what stands there when there is nothing */
  empty: ReactNode
  children: (item: Item) => ReactNode
}

/** A list that goes on where one reads on; what has been read stays, so that the way back leads to its place. */
export function GrowingList<Item>({ query, empty, children }: GrowingListProps<Item>) {
  const { data, error, isPending, isFetching, refetch } = query
  if (isPending) return <Skeleton shape={['card', 'card', 'card']} />
  if (!data) return <Problem error={error} retrying={isFetching} retry={() => refetch()} />
  const items = data.pages.flatMap(({ list }) => list)
  if (items.length === 0) return empty
  return (
    <>
      {items.map(children)}
      <MoreRows query={query} />
    </>
  )
}
