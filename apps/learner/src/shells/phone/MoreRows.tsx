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

export function LoadMoreRows({ query }: MoreRowsProps) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const end = useRef<HTMLDivElement>(null)
  // After an error only the button retries; scrolling would retry without pause at the list's end.
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
