import { formatDateTime } from '@ce/client/format.ts'
import { type FinanceOrder, useWithdrawStaffRefund } from '@ce/client/staff/finance.ts'
import { usePermission, useStaffSession } from '@ce/client/staff-session.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button } from 'antd'
import { useState } from 'react'
import { CardSection } from '../../components/CardSection.tsx'
import cards from '../../components/cards.module.css'
import { useStaffNames } from '../../components/StaffName.tsx'
import { WithdrawProposalButton } from '../../components/WithdrawProposalButton.tsx'
import classes from './Finance.module.css'
import { refundRequestStateLabels } from './labels.ts'
import { RefundDecisionDialog } from './RefundDecisionDialog.tsx'

type Request = FinanceOrder['requests'][number]
type Choice = { request: Request; decision: 'APPROVED' | 'REFUSED' }

export function OrderRefundRequests({ order }: { order: FinanceOrder }) {
  const [choice, setChoice] = useState<Choice | null>(null)
  const me = useStaffSession()?.me.username
  if (order.requests.length === 0) return null
  const ofEmployer = order.organisation !== null
  const lineOf = ({ signId }: Request) => order.lines.find((line) => line.signId === signId)
  return (
    <CardSection id="requests" title="退款申请">
      <ul className={cards.rows}>
        {order.requests.map((request) => (
          <li key={request.id} className={classes.row}>
            <Told request={request} student={lineOf(request)?.student.name ?? ''} ofEmployer={ofEmployer} />
            {request.state === 'OPEN' &&
              (request.askedBy === me ? (
                <Own request={request} />
              ) : (
                <Buttons onChoose={(decision) => setChoice({ request, decision })} />
              ))}
          </li>
        ))}
      </ul>
      {choice && (
        <RefundDecisionDialog
          id={choice.request.id}
          decision={choice.decision}
          amount={lineOf(choice.request)?.amount ?? 0}
          student={lineOf(choice.request)?.student.name ?? ''}
          invoice={order.invoice}
          ofEmployer={ofEmployer}
          refundsSpent={order.refundsSpent}
          onClose={() => setChoice(null)}
        />
      )}
    </CardSection>
  )
}

function Own({ request }: { request: Request }) {
  const withdraw = useWithdrawStaffRefund()
  return (
    <div className={cards.buttons}>
      <WithdrawProposalButton
        note="您发起的，由另一名工作人员审核"
        what="退款"
        content="订单不变；需要时可以重新发起。"
        takeBack={() => withdraw.mutateAsync({ id: request.id })}
      />
    </div>
  )
}

interface ToldProps {
  request: Request
  student: string
  ofEmployer: boolean
}

function Told({ request, student, ofEmployer }: ToldProps) {
  const who = useStaffNames()
  const { label, kind } = refundRequestStateLabels[request.state]
  return (
    <div>
      <StatusMark kind={kind}>{label}</StatusMark>
      <p>{request.reason}</p>
      <span className="cell-note">
        {formatDateTime(request.askedAt)} {request.askedBy && who(request.askedBy)}{' '}
        {asker(request, student, ofEmployer)}
      </span>
      {request.decideReason && (
        <span className="cell-note">
          {request.decidedBy && who(request.decidedBy)} {formatDateTime(request.decidedAt)}：{request.decideReason}
        </span>
      )}
    </div>
  )
}

function asker({ askedBy }: Request, student: string, ofEmployer: boolean): string {
  const who = ofEmployer ? '单位申请' : '学员申请'
  return `${askedBy ? '发起' : who}，退 ${student} 的报名费`
}

function Buttons({ onChoose }: { onChoose: (decision: 'APPROVED' | 'REFUSED') => void }) {
  if (!usePermission('finance.refund')) return null
  return (
    <div className={cards.buttons}>
      <Button type="primary" onClick={() => onChoose('APPROVED')}>
        同意…
      </Button>
      <Button onClick={() => onChoose('REFUSED')}>不同意…</Button>
    </div>
  )
}
