import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import classes from './Refreshing.module.css'
import { usePull } from './use-pull.ts'

/** Pull down at the top, and all that the screen shows is fetched anew. Who cannot pull has the browser's reload. */
export function Refreshing({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const { distance, busy, ready, handlers } = usePull(() =>
    client.refetchQueries({ type: 'active' }),
  )
  return (
    <div {...handlers}>
      <p role="status" className={classes.words} style={{ height: busy ? 40 : distance }}>
        {busy ? '正在刷新…' : distance > 16 ? (ready ? '松开刷新' : '下拉刷新') : ''}
      </p>
      <div className={classes.shown}>{children}</div>
    </div>
  )
}
