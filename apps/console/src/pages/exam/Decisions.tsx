import { formatDateTime } from '@ce/client/format.ts'
import { type Decision, decisionsQuery, useWithdrawDecision } from '@ce/client/staff/exam.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button, type TableProps } from 'antd'
import { useState } from 'react'
import { TakeBackButton } from '../../components/TakeBackButton.tsx'
import { DecideDialog } from './DecideDialog.tsx'
import classes from './ExamDesk.module.css'
import { LinkedSitting } from './Sitting.tsx'
import { useWaiting, WaitingList } from './WaitingList.tsx'
import { decisionStates, kindNames } from './words.ts'

/** Decisions that wait for a second person, and those that were taken. */
export function Decisions() {
  const filter = useWaiting()
  const { all, page, pageSize } = filter
  const state = all ? {} : { state: 'WAITING' as const }
  const query = useQuery(decisionsQuery({ ...state, page, pageSize }))
  const mayDecide = usePermission('exam.decide')
  const [open, setOpen] = useState<{ decision: Decision; approve: boolean } | null>(null)
  const act = mayDecide
    ? (decision: Decision, approve: boolean) => setOpen({ decision, approve })
    : null
  return (
    <>
      <WaitingList<Decision>
        label="处置"
        waiting="待复核"
        filter={filter}
        query={query}
        columns={columns(act)}
        none={all ? '还没有处置' : '没有等待复核的处置'}
        origin="在“考场”中对一场考试申请延时、作废、重置或撤销作废后，显示在这里。"
      />
      {open && <DecideDialog {...open} onClose={() => setOpen(null)} />}
    </>
  )
}

const columns = (
  act: ((decision: Decision, approve: boolean) => void) | null,
): TableProps<Decision>['columns'] => [
  {
    key: 'what',
    title: '处置',
    render: (_, { kind, seconds }) =>
      seconds ? `${kindNames[kind]} ${Math.round(seconds / 60)} 分钟` : kindNames[kind],
  },
  {
    key: 'whom',
    title: '考试',
    render: (_, decision) => <LinkedSitting sitting={decision} />,
  },
  {
    key: 'why',
    title: '理由',
    render: (_, { reason, note }) => (
      <span className={classes.words}>
        {reason}
        {note && <span className={classes.minor}>复核意见：{note}</span>}
      </span>
    ),
  },
  {
    key: 'asked',
    title: '申请',
    responsive: ['md'],
    render: (_, { askedBy, askedAt }) => (
      <>
        {askedBy}
        <span className={classes.minor}>{formatDateTime(askedAt)}</span>
      </>
    ),
  },
  {
    key: 'state',
    title: '结论',
    render: (_, { state, decidedBy, decidedAt }) => (
      <>
        <StatusMark kind={decisionStates[state].kind}>{decisionStates[state].text}</StatusMark>
        {decidedBy && (
          <span className={classes.minor}>
            {decidedBy} {formatDateTime(decidedAt)}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'act',
    title: '复核',
    render: (_, decision) => <Acts decision={decision} act={act} />,
  },
]

function Acts({
  decision,
  act,
}: {
  decision: Decision
  act: ((decision: Decision, approve: boolean) => void) | null
}) {
  if (decision.state !== 'WAITING') return '—'
  if (!act) return '需要权限'
  if (decision.mine) return <Own decision={decision} />
  return (
    <span className={classes.marks}>
      <Button size="small" type="primary" onClick={() => act(decision, true)}>
        同意…
      </Button>
      <Button size="small" onClick={() => act(decision, false)}>
        驳回…
      </Button>
    </span>
  )
}

function Own({ decision }: { decision: Decision }) {
  const withdraw = useWithdrawDecision()
  return (
    <>
      <span className={classes.minor}>您申请的，须由他人复核</span>
      <TakeBackButton
        what={`${kindNames[decision.kind]}申请`}
        about={`${decision.studentName}，${decision.courseTitle}`}
        content="这场考试不受影响；需要时可以重新申请。"
        size="small"
        takeBack={() => withdraw.mutateAsync({ id: decision.id })}
      />
    </>
  )
}
