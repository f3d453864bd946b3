import { formatDateTime } from '@ce/client/format.ts'
import { type Decision, decisionsQuery } from '@ce/client/staff/exam.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented, type TableProps } from 'antd'
import { useState } from 'react'
import { ListTable } from '../../components/ListTable.tsx'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { DecideDialog } from './DecideDialog.tsx'
import classes from './ExamDesk.module.css'
import { decisionStates, kindNames } from './words.ts'

const states = [
  { value: 'WAITING', label: '待复核' },
  { value: 'ALL', label: '全部' },
]

/** Decisions that wait for a second person, and those that were taken. */
export function Decisions() {
  const { get, set, page, pageSize } = useUrlFilters()
  const all = get('state') === 'ALL'
  const state = all ? {} : { state: 'WAITING' as const }
  const query = useQuery(decisionsQuery({ ...state, page, pageSize }))
  const mayDecide = usePermission('exam.decide')
  const [open, setOpen] = useState<{ decision: Decision; approve: boolean } | null>(null)
  const act = mayDecide
    ? (decision: Decision, approve: boolean) => setOpen({ decision, approve })
    : null
  return (
    <>
      <search className={classes.filters} aria-label="筛选处置">
        <Segmented
          aria-label="状态"
          value={all ? 'ALL' : 'WAITING'}
          options={states}
          onChange={(value) => set({ state: value === 'ALL' ? 'ALL' : undefined })}
        />
      </search>
      <Loaded query={query}>
        {(data) =>
          data.total > 0 ? (
            <ListTable<Decision>
              label="处置"
              unit="项"
              columns={columns(act)}
              data={data}
              stale={query.isPlaceholderData}
              onPage={(next) => set({ page: next })}
            />
          ) : (
            <EmptyState title={all ? '还没有处置' : '没有等待复核的处置'}>
              在“考场”中对一场考试申请延时、作废或重置后，显示在这里。
            </EmptyState>
          )
        }
      </Loaded>
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
    render: (_, { studentName, courseTitle }) => (
      <>
        {studentName}
        <span className={classes.minor}>{courseTitle}</span>
      </>
    ),
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
  if (decision.mine) return '您申请的，须由他人复核'
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
