import { formatDate, formatFen } from '@ce/client/format.ts'
import { type Invitation, useDeclineInvitation } from '@ce/client/invitation.ts'
import { type StatusKind, StatusMark } from '@ce/ui/StatusMark.tsx'
import { App, Button } from 'antd'
import { useState } from 'react'
import { ConfirmInvitation } from './ConfirmInvitation.tsx'
import classes from './Invitations.module.css'

/** One invitation: who wants to pay what, how it stands, and the answer. */
export function InvitationCard({ invitation }: { invitation: Invitation }) {
  const { id, organisationName, planTitle, price, createdAt, mayConfirm, mayDecline } = invitation
  const [choosing, setChoosing] = useState(false)
  const decline = useDecline(invitation)
  const { label, kind } = stateOf(invitation)
  const confirmed = invitation.state === 'CONFIRMED'
  return (
    <li className={classes.card} aria-labelledby={`invitation-${id}`}>
      <div className={classes.head}>
        <h2 id={`invitation-${id}`}>{organisationName}</h2>
        <StatusMark kind={kind}>{label}</StatusMark>
      </div>
      <p>
        {planTitle}，报名费 {formatFen(price)} 由单位缴纳。{formatDate(createdAt)} 邀请。
      </p>
      {choosing ? (
        <ConfirmInvitation invitation={invitation} onClose={() => setChoosing(false)} />
      ) : (
        <div className={classes.buttons}>
          {mayConfirm && (
            <Button type={confirmed ? 'default' : 'primary'} onClick={() => setChoosing(true)}>
              {confirmed ? '更改课程' : '选课并确认'}
            </Button>
          )}
          {mayDecline && <Button onClick={decline}>{confirmed ? '撤回确认' : '谢绝'}</Button>}
        </div>
      )}
    </li>
  )
}

function stateOf({ state, payment }: Invitation): { label: string; kind: StatusKind } {
  if (payment === 'PAID') return { label: '单位已缴费', kind: 'done' }
  if (payment === 'PENDING') return { label: '单位正在缴费', kind: 'doing' }
  if (payment === 'REFUNDED') return { label: '单位缴费已退款', kind: 'todo' }
  const words = {
    INVITED: { label: '等待您确认', kind: 'warning' },
    CONFIRMED: { label: '已确认，等待单位缴费', kind: 'doing' },
    DECLINED: { label: '已谢绝', kind: 'todo' },
    WITHDRAWN: { label: '单位已撤回', kind: 'todo' },
  } as const
  return words[state]
}

function useDecline({ id, state, organisationName }: Invitation): () => void {
  const { modal } = App.useApp()
  const decline = useDeclineInvitation()
  const confirmed = state === 'CONFIRMED'
  return () =>
    modal.confirm({
      title: confirmed ? '撤回确认？' : `谢绝 ${organisationName} 代缴？`,
      content: '之后您可以自行报名缴费；改变主意时，仍可在这里确认。',
      okText: confirmed ? '撤回确认' : '谢绝',
      cancelText: '再想想',
      onOk: () => decline.mutateAsync({ id }).catch(() => undefined),
    })
}
