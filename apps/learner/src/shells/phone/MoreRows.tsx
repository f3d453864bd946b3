import { Button } from '@ce/ui/Button.tsx'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import card from '../../components/card.module.css'

interface MoreRowsProps {
  query: Pick<
    UseInfiniteQueryResult,
    'data' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >
}

/** The end of a list: what comes next is fetched before it is reached, or when it is asked for. */
export function MoreRows({ query }: MoreRowsProps) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const end = useRef<HTMLDivElement>(null)
  // after a failure by the button alone: the end is still in sight and would ask without pause
  const watches = hasNextPage && !isFetchNextPageError
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew for each page, for an observer is silent about an end that stays in sight
  useEffect(() => {
    const shown = end.current
    if (!shown || !watches) return
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void fetchNextPage({ cancelRefetch: false })
      },
      { rootMargin: '600px' },
    )
    watch.observe(shown)
    return () => watch.disconnect()
  }, [watches, data, fetchNextPage])
  return (
    <div ref={end} className={card.more}>
      {hasNextPage && (
        <Button kind="quiet" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
          加载更多
        </Button>
      )}
    </div>
  )
}
