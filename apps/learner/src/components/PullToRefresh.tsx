import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import classes from './Refreshing.module.css'
import { usePullToRefresh } from './use-pull-to-refresh.ts'

/** Pulling down at the top of the page fetches all data on the screen again. */
export function PullToRefresh({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const { distance, busy, ready, handlers } = usePullToRefresh(() => client.refetchQueries({ type: 'active' }))
  return (
    <div {...handlers}>
      <p role="status" className={classes.words} style={{ height: busy ? 40 : distance }}>
        {busy ? '正在刷新…' : distance > 16 ? (ready ? '松开刷新' : '下拉刷新') : ''}
      </p>
      <div className={classes.shown}>{children}</div>
    </div>
  )
}
