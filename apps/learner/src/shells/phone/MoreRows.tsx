import { Button } from '@ce/ui/Button.tsx'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import card from '../../components/card.module.css'

interface MoreRowsProps {
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
}

/** The end of a list: what comes next is fetched before it is reached, or when it is asked for. */
export function MoreRows({ query }: MoreRowsProps) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const shown = end.current
    if (!shown || !hasNextPage) return
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void fetchNextPage({ cancelRefetch: false })
      },
      { rootMargin: '600px' },
    )
    watch.observe(shown)
    return () => watch.disconnect()
  }, [hasNextPage, fetchNextPage])
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
