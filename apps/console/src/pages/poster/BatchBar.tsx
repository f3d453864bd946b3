import type { PosterHead } from '@ce/client/staff/poster.ts'
import { useStaffSession } from '@ce/client/staff-session.ts'
import { Button } from 'antd'
import { type BatchKind, batches, mostInBatch } from './batch.ts'
import classes from './PosterList.module.css'

interface BatchBarProps {
  chosen: readonly PosterHead[]
  onAct: (kind: BatchKind) => void
  onClear: () => void
}

/** What can be done to the chosen rows, each with how many of them it concerns. */
export function BatchBar({ chosen, onAct, onClear }: BatchBarProps) {
  const may = useStaffSession()?.me.permissions ?? []
  const tooMany = chosen.length > mostInBatch
  return (
    <section className={classes.batch} aria-label="批量操作">
      <strong className="figures" role="status">
        已选 {chosen.length} 篇
      </strong>
      {(['publish', 'withdraw', 'remove'] as const)
        .filter((kind) => may.includes(batches[kind].permission))
        .map((kind) => {
          const { verb, danger, suits } = batches[kind]
          const count = chosen.filter(suits).length
          return (
            <Button
              key={kind}
              danger={danger}
              disabled={count === 0 || tooMany}
              onClick={() => onAct(kind)}
            >
              {verb} {count} 篇
            </Button>
          )
        })}
      <Button type="text" onClick={onClear}>
        取消选择
      </Button>
      {tooMany && <span className={classes.pending}>一次最多 {mostInBatch} 篇，请少选一些。</span>}
    </section>
  )
}
