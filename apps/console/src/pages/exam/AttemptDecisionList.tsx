import { formatDateTime } from '@ce/client/format.ts'
import { type AttemptDecision, attemptDecisionsQuery, useWithdrawAttemptDecision } from '@ce/client/staff/exam.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button, type TableProps } from 'antd'
import { useState } from 'react'
import { WithdrawProposalButton } from '../../components/WithdrawProposalButton.tsx'
import { viewFilter } from '../../kit/list/filters.ts'
import { defineList, List, useList } from '../../kit/list/List.tsx'
import { AttemptDecisionDialog } from './AttemptDecisionDialog.tsx'
import classes from './ExamDesk.module.css'
import { attemptDecisionKindNames, attemptDecisionStateLabels } from './labels.ts'
import { LinkedAttemptSummary } from './Sitting.tsx'

const decisions = defineList({
  label: '处置',
  unit: '项',
  filters: { state: viewFilter('状态', { WAITING: '待复核', ALL: '全部' }, 'WAITING') },
  query: ({ state }, page) => attemptDecisionsQuery({ ...(state === 'WAITING' ? { state } : {}), ...page }),
  empty: ({ state }) => ({
    title: state === 'WAITING' ? '没有等待复核的处置' : '还没有处置',
    text: '在“考场”中对一场考试申请延时、作废、重置或撤销作废后，显示在这里。',
  }),
})

export function AttemptDecisionList() {
  const mayDecide = usePermission('exam.decide')
  const [open, setOpen] = useState<{ decision: AttemptDecision; approve: boolean } | null>(null)
  const act = mayDecide ? (decision: AttemptDecision, approve: boolean) => setOpen({ decision, approve }) : null
  return (
    <>
      <List list={useList(decisions)} columns={columns(act)} />
      {open && <AttemptDecisionDialog {...open} onClose={() => setOpen(null)} />}
    </>
  )
}

/** Who proposed the decision on an attempt, and when. */
export const decisionProposalColumn = {
  key: 'asked',
  title: '申请',
  responsive: ['md' as const],
  render: (_: unknown, { askedBy, askedAt }: Pick<AttemptDecision, 'askedBy' | 'askedAt'>) => (
    <>
      {askedBy}
      <span className={classes.minor}>{formatDateTime(askedAt)}</span>
    </>
  ),
}

const columns = (
  act: ((decision: AttemptDecision, approve: boolean) => void) | null,
): TableProps<AttemptDecision>['columns'] => [
  {
    key: 'what',
    title: '处置',
    render: (_, { kind, seconds }) =>
      seconds ? `${attemptDecisionKindNames[kind]} ${Math.round(seconds / 60)} 分钟` : attemptDecisionKindNames[kind],
  },
  {
    key: 'whom',
    title: '考试',
    render: (_, decision) => <LinkedAttemptSummary sitting={decision} />,
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
  decisionProposalColumn,
  {
    key: 'state',
    title: '结论',
    render: (_, { state, decidedBy, decidedAt }) => (
      <>
        <StatusMark kind={attemptDecisionStateLabels[state].kind}>{attemptDecisionStateLabels[state].text}</StatusMark>
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
  decision: AttemptDecision
  act: ((decision: AttemptDecision, approve: boolean) => void) | null
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

function Own({ decision }: { decision: AttemptDecision }) {
  const withdraw = useWithdrawAttemptDecision()
  return (
    <WithdrawProposalButton
      note="您申请的，须由他人复核"
      what={`${attemptDecisionKindNames[decision.kind]}申请`}
      about={`${decision.studentName}，${decision.courseTitle}`}
      content="这场考试不受影响；需要时可以重新申请。"
      size="small"
      takeBack={() => withdraw.mutateAsync({ id: decision.id })}
    />
  )
}
