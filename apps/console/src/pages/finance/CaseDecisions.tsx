import { formatDateTime, formatFen } from '@ce/client/format.ts'
import type { MoneyCase, MoneyCaseDecision } from '@ce/client/staff/finance.ts'
import { useDecideMoneyCase, useWithdrawMoneyCaseDecision } from '@ce/client/staff/finance.ts'
import { usePermission, useStaffSession } from '@ce/client/staff-session.ts'
import { caseOutcomeNames, refundingCaseOutcomes } from '@ce/contract/state-names'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { CardSection } from '../../components/CardSection.tsx'
import cards from '../../components/cards.module.css'
import { ReasonDialog } from '../../components/ReasonDialog.tsx'
import { useStaffNames } from '../../components/StaffName.tsx'
import { WithdrawProposalButton } from '../../components/WithdrawProposalButton.tsx'
import { paths } from '../../paths.ts'
import { CaseConsequences } from './CaseConsequences.tsx'
import classes from './Finance.module.css'
import { caseDecisionStateLabels } from './labels.ts'

export function CaseDecisions({ found }: { found: MoneyCase }) {
  if (found.decisions.length === 0) return null
  return (
    <CardSection id="decisions" title="处理经过">
      <ul className={cards.rows}>
        {found.decisions.map((decision) => (
          <li key={decision.id}>
            <Decision decision={decision} found={found} />
          </li>
        ))}
      </ul>
    </CardSection>
  )
}

function Decision({ decision, found }: { decision: MoneyCaseDecision; found: MoneyCase }) {
  const who = useStaffNames()
  const { outcome, amount, reference, orderNo, file, reason, state } = decision
  return (
    <>
      <div className={cards.head}>
        <strong>
          {caseOutcomeNames[outcome]} {amount > 0 && formatFen(amount)}
        </strong>
        <StatusMark kind={caseDecisionStateLabels[state].kind}>{caseDecisionStateLabels[state].label}</StatusMark>
      </div>
      {reference && <span className={`cell-note ${classes.number}`}>凭证号 {reference}</span>}
      {orderNo && orderNo !== found.orderNo && (
        <span className={`cell-note ${classes.number}`}>
          订单 <Link to={paths.financeOrder(orderNo)}>{orderNo}</Link>
        </span>
      )}
      {file && (
        <span className="cell-note">
          凭证文件{' '}
          <a href={file.url} target="_blank" rel="noreferrer">
            {file.name}
          </a>
        </span>
      )}
      {decision.caseId !== found.id && (
        <span className="cell-note">
          <Link to={paths.financeCase(decision.caseId)}>在另一条差异中处理</Link>
        </span>
      )}
      <span className="cell-note">
        {who(decision.askedBy)} {formatDateTime(decision.askedAt)}：{reason}
      </span>
      {decision.second && decision.decidedBy && decision.decideReason && (
        <span className="cell-note">
          {who(decision.decidedBy)} {formatDateTime(decision.decidedAt)}：{decision.decideReason}
        </span>
      )}
      {decision.undoneBy && (
        <span className="cell-note">
          {who(decision.undoneBy)} {formatDateTime(decision.undoneAt)} 撤销：{decision.undoReason}
        </span>
      )}
      {state === 'OPEN' && decision.caseId === found.id && <Actions decision={decision} found={found} />}
    </>
  )
}

function Actions({ decision, found }: { decision: MoneyCaseDecision; found: MoneyCase }) {
  const mayResolve = usePermission('finance.resolve')
  const mayRefund = usePermission('finance.refund')
  const me = useStaffSession()?.me.username
  const withdraw = useWithdrawMoneyCaseDecision()
  const [choice, setChoice] = useState<'APPROVED' | 'REFUSED' | null>(null)
  if (!mayResolve) return null
  if (decision.askedBy === me)
    return (
      <div className={cards.buttons}>
        <WithdrawProposalButton
          note="您提出的，由另一名工作人员审核"
          what="这项处理"
          content="差异不变；需要时可以重新处理。"
          takeBack={() => withdraw.mutateAsync({ id: decision.id })}
        />
      </div>
    )
  if (refundingCaseOutcomes.includes(decision.outcome) && !mayRefund)
    return <span className="cell-note">涉及退款，由有“审核退款”权限的另一名工作人员审核</span>
  return (
    <>
      {found.state === 'OPEN' && <CaseConsequences proposal={proposalOf(decision, found)} found={found} />}
      <div className={cards.buttons}>
        {found.state === 'OPEN' && (
          <Button type="primary" onClick={() => setChoice('APPROVED')}>
            同意…
          </Button>
        )}
        <Button onClick={() => setChoice('REFUSED')}>不同意…</Button>
      </div>
      {choice && <DecideDialog decision={decision} choice={choice} onClose={() => setChoice(null)} />}
    </>
  )
}

/** Repeats a stored proposal to load its preview; the server finds it by its id. */
function proposalOf(decision: MoneyCaseDecision, found: MoneyCase) {
  const { id, outcome, amount, reason } = decision
  const { id: caseId, foundAt } = found
  return { id, caseId, foundAt, outcome, amount, reason, orderNo: decision.orderNo ?? undefined }
}

function DecideDialog({
  decision,
  choice,
  onClose,
}: {
  decision: MoneyCaseDecision
  choice: 'APPROVED' | 'REFUSED'
  onClose: () => void
}) {
  const decide = useDecideMoneyCase()
  const agreed = choice === 'APPROVED'
  const { id, outcome, amount } = decision
  const what = `${caseOutcomeNames[outcome]}${amount > 0 ? ` ${formatFen(amount)}` : ''}`
  return (
    <ReasonDialog
      marked
      title={agreed ? '同意这项处理' : '不同意这项处理'}
      okText={agreed ? '同意' : '不同意'}
      placeholder={agreed ? '如：已核对银行回单' : '如：凭证金额不符'}
      send={(reason) => decide.mutateAsync({ id, decision: choice, reason })}
      done={{ title: agreed ? '处理已生效' : '已答复' }}
      onClose={onClose}
    >
      <p>{agreed ? `${what}。请先核对凭证与下列后果，同意后随即生效。` : '差异不变，可以按其他方式重新处理。'}</p>
    </ReasonDialog>
  )
}
