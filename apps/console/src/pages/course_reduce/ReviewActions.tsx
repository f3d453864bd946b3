import type { DeskReduction } from '@ce/client/staff/course_reduce.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useQueueKeys } from '../../components/queue-keys.ts'
import { type Act, ActDialog } from './ActDialog.tsx'
import classes from './Reductions.module.css'

const acts: Readonly<Record<string, readonly { act: Act; label: string; danger?: boolean }[]>> = {
  FIRST: [
    { act: 'APPROVE', label: '通过…' },
    { act: 'RETURN', label: '退回补正…' },
    { act: 'REJECT', label: '驳回…', danger: true },
  ],
  FINAL: [
    { act: 'APPROVE', label: '通过…' },
    { act: 'RETURN', label: '退回补正…' },
    { act: 'REJECT', label: '驳回…', danger: true },
  ],
  SAMPLE: [
    { act: 'PASS', label: '抽查无误…' },
    { act: 'CHECK_REVERSE', label: '冲销学时…', danger: true },
  ],
  APPROVED: [{ act: 'REVERSE', label: '冲销学时…', danger: true }],
}

const keyOf: Partial<Record<Act, string>> = { APPROVE: 'A', REJECT: 'R' }

interface ReviewActionsProps {
  reduction: DeskReduction
  /** whether single keys answer */
  keys: boolean
}

/** What a reviewer may do now; each asks before it is done. */
export function ReviewActions({ reduction, keys }: ReviewActionsProps) {
  const [asked, setAsked] = useState<Act | null>(null)
  const possible = acts[reduction.stage ?? ''] ?? []
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
