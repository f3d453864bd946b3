import type { DeskReduction } from '@ce/client/staff/course_reduce.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { CardSection } from '../../components/CardSection.tsx'
import cards from '../../components/cards.module.css'
import { useQueueKeys } from '../../components/queue-keys.ts'
import { type ReductionAction, ReductionActionDialog } from './ReductionActionDialog.tsx'
import { reductionActionKeys, reductionActionsAt } from './review-acts.ts'

interface ReviewActionsProps {
  reduction: DeskReduction
  /** True if single-key shortcuts are enabled. */
  keys: boolean
}

/** Every action of a reviewer asks for confirmation. */
export function ReductionReviewActions({ reduction, keys }: ReviewActionsProps) {
  const [asked, setAsked] = useState<ReductionAction | null>(null)
  const possible = reductionActionsAt(reduction.stage)
  const ask = (act: ReductionAction) => (possible.some((one) => one.act === act) ? () => setAsked(act) : undefined)
  useQueueKeys(keys, { a: ask('APPROVE'), r: ask('REJECT') })
  return (
    <CardSection id="word" title={reduction.stage === 'SAMPLE' ? '抽查' : '审核意见'}>
      <div className={cards.buttons}>
        {possible.map(({ act, label, danger = false }, index) => (
          <Button
            key={act}
            type={index === 0 && !danger ? 'primary' : 'default'}
            danger={danger}
            aria-keyshortcuts={keys ? reductionActionKeys[act] : undefined}
            onClick={() => setAsked(act)}
          >
            {label}
          </Button>
        ))}
      </div>
      {asked && <ReductionActionDialog act={asked} reduction={reduction} onClose={() => setAsked(null)} />}
    </CardSection>
  )
}
