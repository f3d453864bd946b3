import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import classes from './Refreshing.module.css'
import { usePull } from './use-pull.ts'

interface RefreshingProps {
  query: Pick<UseQueryResult, 'refetch'>
  children: ReactNode
}

/** Pull down at the top, and what is shown is fetched anew. Who cannot pull has the browser's reload. */
export function Refreshing({ query, children }: RefreshingProps) {
  const { distance, busy, ready, handlers } = usePull(() => query.refetch())
  return (
    <div {...handlers}>
      <p role="status" className={classes.words} style={{ height: busy ? 40 : distance }}>
        {busy ? '正在刷新…' : distance > 16 ? (ready ? '松开刷新' : '下拉刷新') : ''}
      </p>
      <div className={classes.shown}>{children}</div>
    </div>
  )
}
