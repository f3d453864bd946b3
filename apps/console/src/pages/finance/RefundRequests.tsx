import { formatDateTime, formatFen } from '@ce/client/format.ts'
import { type RefundRequestHead, refundRequestsQuery } from '@ce/client/staff/finance.ts'
import { usePermission, useStaffSession } from '@ce/client/staff-session.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented, type TableProps } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { ChoiceStrip } from '../../components/ChoiceStrip.tsx'
import { keysOf } from '../../components/codes.ts'
import { ListTable } from '../../components/ListTable.tsx'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { Who } from '../../components/Who.tsx'
import { paths } from '../../paths.ts'
import { DecideDialog } from './DecideDialog.tsx'
import classes from './Finance.module.css'
import { obstacleWords, requestWords } from './words.ts'

type State = RefundRequestHead['state']
type Choice = { request: RefundRequestHead; decision: 'APPROVED' | 'REFUSED' }

/** Refunds that students, employers or colleagues asked for; who asked first stands first. */
export function RefundRequests() {
  const { oneOf, set, page, pageSize } = useUrlFilters()
  const state = oneOf('state', keysOf(requestWords)) ?? 'OPEN'
  const query = useQuery(refundRequestsQuery({ state, page, pageSize }))
  const [choice, setChoice] = useState<Choice | null>(null)
  const mayDecide = usePermission('finance.refund')
  const me = useStaffSession()?.me.username
  return (
    <>
      <ChoiceStrip className={classes.kinds}>
        <Segmented<State>
          aria-label="申请状态"
          value={state}
          options={keysOf(requestWords).map((value) => ({
            value,
            label: requestWords[value].label,
          }))}
          onChange={(value) => set({ state: value })}
        />
      </ChoiceStrip>
      <ListTable
        label="退款申请"
        unit="项"
        query={query}
        columns={columnsFor(mayDecide ? setChoice : undefined, me)}
        empty={
          <EmptyState title={state === 'OPEN' ? '没有待审核的退款申请' : '没有这样的申请'}>
            学员、单位申请退款，或工作人员发起退款之后显示在这里。
          </EmptyState>
        }
      />
      {choice && (
        <DecideDialog
          id={choice.request.id}
          decision={choice.decision}
          amount={choice.request.amount}
          student={choice.request.student.name}
          invoice={choice.request.invoice}
          ofEmployer={choice.request.organisationName !== null}
          refundsSpent={choice.request.refundsSpent}
          onClose={() => setChoice(null)}
        />
      )}
    </>
  )
}

function columnsFor(
  choose: ((choice: Choice) => void) | undefined,
  me: string | undefined,
): TableProps<RefundRequestHead>['columns'] {
  return [
    {
      key: 'order',
      title: '学员与订单',
      render: (_, { orderNo, student, title, amount, askedAt, askedBy, organisationName }) => (
        <>
          <Link to={paths.financeOrder(orderNo)}>
            {student.name}，{title}，{formatFen(amount)}
          </Link>
          <span className="cell-note">
            {formatDateTime(askedAt)}{' '}
            {askedBy ? (
              <>
                <Who actor={askedBy} /> 发起
              </>
            ) : (
              `${organisationName ?? '学员'} 申请`
            )}
          </span>
        </>
      ),
    },
    {
      key: 'reason',
      title: '原因',
      render: (_, { reason, obstacle, state, decideReason, decidedBy }) => (
        <>
          {reason}
          {state === 'OPEN' && obstacle && (
            <StatusMark kind="warning">{obstacleWords[obstacle]}</StatusMark>
          )}
          {decideReason && (
            <span className="cell-note">
              {decidedBy && <Who actor={decidedBy} />}：{decideReason}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'state',
      title: '状态',
      render: (_, request) =>
        request.state === 'OPEN' && choose && request.askedBy !== me ? (
          <span className={classes.buttons}>
            <Button
              type="primary"
              disabled={request.obstacle !== null}
              aria-label={`同意…：${request.student.name}`}
              onClick={() => choose({ request, decision: 'APPROVED' })}
            >
              同意…
            </Button>
            <Button
              aria-label={`不同意…：${request.student.name}`}
              onClick={() => choose({ request, decision: 'REFUSED' })}
            >
              不同意…
            </Button>
          </span>
        ) : (
          <StatusMark kind={requestWords[request.state].kind}>
            {requestWords[request.state].label}
          </StatusMark>
        ),
    },
  ]
}
