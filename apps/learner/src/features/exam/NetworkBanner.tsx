import { useConnection } from '@ce/client/online.ts'
import type { ReactNode } from 'react'
import classes from './Exam.module.css'

/** Outside of an attempt nothing is at stake. */
export const nothingAtStake = '恢复网络后即可继续。'

/** Says that the network is away and what that means here; the exam's own words (look.md Exam). */
export function NetworkBanner({ children }: { children: ReactNode }) {
  const connection = useConnection()
  return (
    <div role="status">
      {connection !== 'online' && (
        <p className={classes.banner}>
          {connection === 'offline' ? '网络已断开。' : '暂时连接不上服务器。'}
          {children}
        </p>
      )}
    </div>
  )
}
