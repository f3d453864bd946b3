import { formatDateTime, formatFen } from '@ce/client/format.ts'
import {
  type CaseDecision,
  type MoneyCase,
  useDecideCase,
  useWithdrawCase,
} from '@ce/client/staff/finance.ts'
import { usePermission, useStaffSession } from '@ce/client/staff-session.ts'
import { caseOutcomeNames, outcomesGivingBack } from '@ce/contract/state-names'
import { showNotice } from '@ce/ui/notices.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { FormDialog } from '../../components/FormDialog.tsx'
import { Reason } from '../../components/Reason.tsx'
import { TakeBackButton } from '../../components/TakeBackButton.tsx'
import { useWho } from '../../components/Who.tsx'
import { paths } from '../../paths.ts'
import { CaseConsequences } from './CaseConsequences.tsx'
import classes from './Finance.module.css'
import { decisionStates } from './words.ts'

/** What was decided of a case, the oldest first; what waits is decided here by a second person. */
export function CaseDecisions({ found }: { found: MoneyCase }) {
  if (found.decisions.length === 0) return null
  return (
    <section className={classes.card} aria-labelledby="decisions">
      <h2 id="decisions">处理经过</h2>
      <ul className={classes.rows}>
        {found.decisions.map((decision) => (
          <li key={decision.id}>
            <Decision decision={decision} found={found} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Decision({ decision, found }: { decision: CaseDecision; found: MoneyCase }) {
  const who = useWho()
  const { outcome, amount, reference, orderNo, file, reason, state } = decision
  return (
    <>
      <div className={classes.head}>
        <strong>
          {caseOutcomeNames[outcome]} {amount > 0 && formatFen(amount)}
        </strong>
        <StatusMark kind={decisionStates[state].kind}>{decisionStates[state].label}</StatusMark>
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
      {state === 'OPEN' && decision.caseId === found.id && (
        <Actions decision={decision} found={found} />
      )}
    </>
  )
}

function Actions({ decision, found }: { decision: CaseDecision; found: MoneyCase }) {
  const mayResolve = usePermission('finance.resolve')
  const mayRefund = usePermission('finance.refund')
  const me = useStaffSession()?.me.username
  const withdraw = useWithdrawCase()
  const [choice, setChoice] = useState<'APPROVED' | 'REFUSED' | null>(null)
  if (!mayResolve) return null
  if (decision.askedBy === me)
    return (
      <div className={classes.buttons}>
        <span className="cell-note">您提出的，由另一名工作人员审核</span>
        <TakeBackButton
          what="这项处理"
          content="差异不变；需要时可以重新处理。"
          takeBack={() => withdraw.mutateAsync({ id: decision.id })}
        />
      </div>
    )
  if (outcomesGivingBack.includes(decision.outcome) && !mayRefund)
    return <span className="cell-note">涉及退款，由有“审核退款”权限的另一名工作人员审核</span>
  return (
    <>
      {found.state === 'OPEN' && (
        <CaseConsequences proposal={proposalOf(decision, found)} found={found} />
      )}
      <div className={classes.buttons}>
        {found.state === 'OPEN' && (
          <Button type="primary" onClick={() => setChoice('APPROVED')}>
            同意…
          </Button>
        )}
        <Button onClick={() => setChoice('REFUSED')}>不同意…</Button>
      </div>
      {choice && (
        <DecideDialog decision={decision} choice={choice} onClose={() => setChoice(null)} />
      )}
    </>
  )
}

/** The same again, to see what would follow: the server finds it by its id. */
function proposalOf(decision: CaseDecision, found: MoneyCase) {
  const { id, outcome, amount, reason } = decision
  const { id: caseId, foundAt } = found
  return { id, caseId, foundAt, outcome, amount, reason, orderNo: decision.orderNo ?? undefined }
}

function DecideDialog({
  decision,
  choice,
  onClose,
}: {
  decision: CaseDecision
  choice: 'APPROVED' | 'REFUSED'
  onClose: () => void
}) {
  const decide = useDecideCase()
  const agreed = choice === 'APPROVED'
  const { id, outcome, amount } = decision
  const what = `${caseOutcomeNames[outcome]}${amount > 0 ? ` ${formatFen(amount)}` : ''}`
  return (
    <FormDialog
      marked
      title={agreed ? '同意这项处理' : '不同意这项处理'}
      okText={agreed ? '同意' : '不同意'}
      initialValues={{ reason: '' }}
      send={async ({ reason }) => {
        await decide.mutateAsync({ id, decision: choice, reason })
        showNotice({ kind: 'success', title: agreed ? '处理已生效' : '已答复' })
      }}
      onClose={onClose}
    >
      <p>
        {agreed
          ? `${what}。请先核对凭证与下列后果，同意后随即生效。`
          : '差异不变，可以按其他方式重新处理。'}
      </p>
      <Reason placeholder={agreed ? '如：已核对银行回单' : '如：凭证金额不符'} />
    </FormDialog>
  )
}
