import { formatDateTime } from '@ce/client/format.ts'
import type { FinanceOrder } from '@ce/client/staff/finance.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button } from 'antd'
import { useState } from 'react'
import { DecideDialog } from './DecideDialog.tsx'
import classes from './Finance.module.css'
import { requestWords } from './words.ts'

type Request = FinanceOrder['requests'][number]

/** What the student asked for and what was answered. */
export function OrderRequests({ order }: { order: FinanceOrder }) {
  const [choice, setChoice] = useState<{ id: string; decision: 'APPROVED' | 'REFUSED' } | null>(
    null,
  )
  if (order.requests.length === 0) return null
  return (
    <section className={classes.card} aria-labelledby="requests">
      <h2 id="requests">退款申请</h2>
      <ul className={classes.rows}>
        {order.requests.map((request) => (
          <li key={request.id} className={classes.row}>
            <Told request={request} />
            {request.state === 'OPEN' && (
              <Buttons onChoose={(decision) => setChoice({ id: request.id, decision })} />
            )}
          </li>
        ))}
      </ul>
      {choice && (
        <DecideDialog
          {...choice}
          amount={order.amount}
          student={order.student.name}
          onClose={() => setChoice(null)}
        />
      )}
    </section>
  )
}

function Told({ request }: { request: Request }) {
  const { label, kind } = requestWords[request.state]
  return (
    <div>
      <StatusMark kind={kind}>{label}</StatusMark>
      <p>{request.reason}</p>
      <span className="cell-note">{formatDateTime(request.askedAt)} 申请</span>
      {request.decideReason && (
        <span className="cell-note">
          {request.decidedBy} {formatDateTime(request.decidedAt)}：{request.decideReason}
        </span>
      )}
    </div>
  )
}

function Buttons({ onChoose }: { onChoose: (decision: 'APPROVED' | 'REFUSED') => void }) {
  if (!usePermission('finance.refund')) return null
  return (
    <div className={classes.buttons}>
      <Button type="primary" onClick={() => onChoose('APPROVED')}>
        同意…
      </Button>
      <Button onClick={() => onChoose('REFUSED')}>不同意…</Button>
    </div>
  )
}
