import { formatDateTime, formatFen } from '@ce/client/format.ts'
import { type RefundRequestSummary, refundRequestsQuery } from '@ce/client/staff/finance.ts'
import { usePermission, useStaffSession } from '@ce/client/staff-session.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button, type TableProps } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import cards from '../../components/cards.module.css'
import { StaffName } from '../../components/StaffName.tsx'
import { viewFilter } from '../../kit/list/filters.ts'
import { defineList, List, useList } from '../../kit/list/List.tsx'
import { paths } from '../../paths.ts'
import { refundObstacleTexts, refundRequestStateLabels } from './labels.ts'
import { RefundDecisionDialog } from './RefundDecisionDialog.tsx'

type Choice = { request: RefundRequestSummary; decision: 'APPROVED' | 'REFUSED' }

const requests = defineList({
  label: '退款申请',
  unit: '项',
  filters: { state: viewFilter('申请状态', refundRequestStateLabels, 'OPEN') },
  query: (filter, page) => refundRequestsQuery({ ...filter, ...page }),
  empty: ({ state }) => ({
    title: state === 'OPEN' ? '没有待审核的退款申请' : '没有这样的申请',
    text: '学员、单位申请退款，或工作人员发起退款之后显示在这里。',
  }),
})

/** Lists the oldest refund request first. */
export function RefundRequestList() {
  const [choice, setChoice] = useState<Choice | null>(null)
  const mayDecide = usePermission('finance.refund')
  const me = useStaffSession()?.me.username
  return (
    <>
      <List list={useList(requests)} columns={columnsFor(mayDecide ? setChoice : undefined, me)} />
      {choice && (
        <RefundDecisionDialog
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
): TableProps<RefundRequestSummary>['columns'] {
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
                <StaffName actor={askedBy} /> 发起
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
          {state === 'OPEN' && obstacle && <StatusMark kind="warning">{refundObstacleTexts[obstacle]}</StatusMark>}
          {decideReason && (
            <span className="cell-note">
              {decidedBy && <StaffName actor={decidedBy} />}：{decideReason}
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
          <span className={cards.buttons}>
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
          <StatusMark kind={refundRequestStateLabels[request.state].kind}>
            {refundRequestStateLabels[request.state].label}
          </StatusMark>
        ),
    },
  ]
}
