import type { PosterSummary } from '@ce/client/staff/poster.ts'
import { useStaffSession } from '@ce/client/staff-session.ts'
import { Button } from 'antd'
import { SelectionBar } from '../../kit/list/Selection.tsx'
import { maxPostersInBatch, type PosterBatchKind, posterBatchActions } from './batch.ts'

interface BatchBarProps {
  chosen: readonly PosterSummary[]
  onAct: (kind: PosterBatchKind) => void
  onClear: () => void
}

export function PosterBatchBar({ chosen, onAct, onClear }: BatchBarProps) {
  const may = useStaffSession()?.me.permissions ?? []
  return (
    <SelectionBar count={chosen.length} unit="篇" most={maxPostersInBatch} onClear={onClear}>
      {(tooMany) =>
        (['publish', 'withdraw', 'remove'] as const)
          .filter((kind) => may.includes(posterBatchActions[kind].permission))
          .map((kind) => {
            const { verb, danger, suits } = posterBatchActions[kind]
            const count = chosen.filter(suits).length
            return (
              <Button key={kind} danger={danger} disabled={count === 0 || tooMany} onClick={() => onAct(kind)}>
                {verb} {count} 篇
              </Button>
            )
          })
      }
    </SelectionBar>
  )
}
