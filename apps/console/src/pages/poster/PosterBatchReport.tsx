import type { PosterBatchOutcome } from '@ce/client/staff/poster.ts'
import { Alert } from 'antd'
import type { Ref } from 'react'
import { type PosterBatchKind, posterBatchActions } from './batch.ts'
import classes from './PosterList.module.css'

export interface PosterBatchResult {
  kind: PosterBatchKind
  result: PosterBatchOutcome
  titles: ReadonlyMap<string, string>
  waiting: number
}

export function PosterBatchReport({
  done,
  onClose,
  place,
}: {
  done: PosterBatchResult
  onClose: () => void
  place: Ref<HTMLDivElement>
}) {
  const { kind, result, titles, waiting } = done
  const { verb } = posterBatchActions[kind]
  const refused = result.outcomes.filter(({ refusal }) => refusal)
  const title = [
    `已${verb} ${result.done} 篇`,
    waiting > 0 && `其中 ${waiting} 篇日期还没有到，到时才出现`,
    refused.length > 0 && `${refused.length} 篇没有${verb}`,
  ]
    .filter(Boolean)
    .join('，')
  return (
    <div ref={place} tabIndex={-1} role="status" className={classes.outcome}>
      <Alert
        role="none"
        type={refused.length > 0 ? 'warning' : 'success'}
        showIcon
        title={title}
        description={
          refused.length > 0 && (
            <ul className={classes.named}>
              {refused.map(({ id, refusal }) => (
                <li key={id}>
                  《{titles.get(id)}》：{refusal?.msg}
                </li>
              ))}
            </ul>
          )
        }
        closable={{ closeIcon: true, 'aria-label': '知道了', onClose }}
      />
    </div>
  )
}
