import { formatDateTime, formatFen } from '@ce/client/format.ts'
import {
  type FinanceRefund,
  useRetryRefund,
  useWithdrawElsewhere,
} from '@ce/client/staff/finance.ts'
import { usePermission, useStaffSession } from '@ce/client/staff-session.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button } from 'antd'
import { useState } from 'react'
import { TakeBackButton } from '../../components/TakeBackButton.tsx'
import { useWho } from '../../components/Who.tsx'
import { DecideElsewhereDialog, EnterElsewhereDialog } from './ElsewhereDialogs.tsx'
import classes from './Finance.module.css'
import { refundMark, refundReasons, requestWords } from './words.ts'

/** Money of a payment on its way back, and – where its channel does not give it – back in another way. */
export function Refund({ refund }: { refund: FinanceRefund }) {
  const mayRefund = usePermission('finance.refund')
  const { label, kind } = refundMark(refund)
  return (
    <div>
      <StatusMark kind={kind}>{label}</StatusMark>
      <p>
        退回 {formatFen(refund.amount)}，{refundReasons[refund.reason]}
        {refund.doneAt ? `，${formatDateTime(refund.doneAt)} 完成` : ''}
      </p>
      <span className={`cell-note ${classes.number}`}>退款单号 {refund.refundNo}</span>
      <Elsewhere refund={refund} />
      {(refund.status !== 'DONE' || refund.elsewhere?.state === 'OPEN') && mayRefund && (
        <Actions refund={refund} />
      )}
    </div>
  )
}

/** What was entered of another way back, and what a second person said of it. */
function Elsewhere({ refund: { elsewhere } }: { refund: FinanceRefund }) {
  const who = useWho()
  if (!elsewhere) return null
  const { reference, reason, askedBy, askedAt, state, decidedBy, decidedAt, decideReason } =
    elsewhere
  return (
    <>
      <span className="cell-note">
        登记另行退回（{requestWords[state].label}）：凭证号 {reference}，{reason}，{who(askedBy)}{' '}
        {formatDateTime(askedAt)}
      </span>
      {decideReason && (
        <span className="cell-note">
          {decidedBy && who(decidedBy)} {formatDateTime(decidedAt)}：{decideReason}
        </span>
      )}
    </>
  )
}

type Choice = 'ENTER' | 'APPROVED' | 'REFUSED'

function Actions({ refund }: { refund: FinanceRefund }) {
  const [choice, setChoice] = useState<Choice | null>(null)
  const { refundNo } = refund
  const me = useStaffSession()?.me.username
  const retry = useRetryRefund()
  // given by the channel meanwhile: an open entry can only be ended
  const done = refund.status === 'DONE'
  const open = refund.elsewhere?.state === 'OPEN' ? refund.elsewhere : null
  const close = () => setChoice(null)
  return (
    <div className={classes.buttons}>
      {!done && (
        <Button loading={retry.isPending} onClick={() => retry.mutate({ refundNo })}>
          立即再试
        </Button>
      )}
      {refund.stuck && !open && (
        <Button aria-label={`已另行退回…：${refundNo}`} onClick={() => setChoice('ENTER')}>
          已另行退回…
        </Button>
      )}
      {open && open.askedBy === me && <Own id={open.id} />}
      {open && open.askedBy !== me && (
        <>
          {!done && (
            <Button type="primary" onClick={() => setChoice('APPROVED')}>
              同意登记…
            </Button>
          )}
          <Button onClick={() => setChoice('REFUSED')}>不同意登记…</Button>
        </>
      )}
      {choice === 'ENTER' && <EnterElsewhereDialog refund={refund} onClose={close} />}
      {open && choice && choice !== 'ENTER' && (
        <DecideElsewhereDialog
          id={open.id}
          amount={refund.amount}
          reference={open.reference}
          decision={choice}
          done={done}
          onClose={close}
        />
      )}
    </div>
  )
}

function Own({ id }: { id: string }) {
  const withdraw = useWithdrawElsewhere()
  return (
    <>
      <span className="cell-note">您登记的，由另一名工作人员审核</span>
      <TakeBackButton
        what="另行退回的登记"
        content="退款不变；需要时可以重新登记。"
        takeBack={() => withdraw.mutateAsync({ id })}
      />
    </>
  )
}
