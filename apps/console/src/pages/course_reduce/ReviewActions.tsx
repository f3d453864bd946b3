import type { DeskReduction } from '@ce/client/staff/course_reduce.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useQueueKeys } from '../../components/queue-keys.ts'
import { type Act, ActDialog } from './ActDialog.tsx'
import classes from './Reductions.module.css'
import { actsAt, keyOf } from './review-acts.ts'

interface ReviewActionsProps {
  reduction: DeskReduction
  /** whether single keys answer */
  keys: boolean
}

/** What a reviewer may do now; each asks before it is done. */
export function ReviewActions({ reduction, keys }: ReviewActionsProps) {
  const [asked, setAsked] = useState<Act | null>(null)
  const possible = actsAt(reduction.stage)
  const ask = (act: Act) =>
    possible.some((one) => one.act === act) ? () => setAsked(act) : undefined
  useQueueKeys(keys, { a: ask('APPROVE'), r: ask('REJECT') })
  return (
    <section className={classes.card} aria-labelledby="word">
      <h2 id="word">{reduction.stage === 'SAMPLE' ? '抽查' : '审核意见'}</h2>
      <div className={classes.buttons}>
        {possible.map(({ act, label, danger = false }, index) => (
          <Button
            key={act}
            type={index === 0 && !danger ? 'primary' : 'default'}
            danger={danger}
            aria-keyshortcuts={keys ? keyOf[act] : undefined}
            onClick={() => setAsked(act)}
          >
            {label}
          </Button>
        ))}
      </div>
      {asked && <ActDialog act={asked} reduction={reduction} onClose={() => setAsked(null)} />}
    </section>
  )
}
