import { type Invitation, useDeclineInvitation } from '@ce/client/invitation.ts'
import { refocus } from '@ce/frame/refocus.ts'
import {
  answerWords,
  declineQuestion,
  invitationState,
  invitationText,
  obstacleLink,
  obstacleText,
} from '@ce/frame/student/invitation/words.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { App, Button } from 'antd'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { ConfirmInvitation } from './ConfirmInvitation.tsx'
import classes from './Invitations.module.css'

/** One invitation: who wants to pay what, how it stands, and the answer. */
export function InvitationCard({ invitation }: { invitation: Invitation }) {
  const { id, organisationName, mayConfirm, mayDecline } = invitation
  const [choosing, setChoosing] = useState(false)
  const decline = useDecline(invitation)
  const { label, kind } = invitationState(invitation)
  const words = answerWords(invitation)
  const confirmed = invitation.state === 'CONFIRMED'
  const hindrance = obstacleText(invitation)
  const link = obstacleLink(invitation, paths)
  // the choice goes with the button that had the focus
  const heading = useRef<HTMLHeadingElement>(null)
  const close = () => {
    setChoosing(false)
    heading.current?.focus()
  }
  return (
    <li className={classes.card} aria-labelledby={`invitation-${id}`}>
      <div className={classes.head}>
        <h2 id={`invitation-${id}`} ref={heading} tabIndex={-1}>
          {organisationName}
        </h2>
        <StatusMark kind={kind}>{label}</StatusMark>
      </div>
      <p>{invitationText(invitation)}</p>
      {hindrance && (
        <p className={classes.hint}>
          {hindrance} {link && <Link to={link.to}>{link.label}</Link>}
        </p>
      )}
      {choosing ? (
        <ConfirmInvitation invitation={invitation} onClose={close} />
      ) : (
        <div className={classes.buttons}>
          {mayConfirm && (
            <Button type={confirmed ? 'default' : 'primary'} onClick={() => setChoosing(true)}>
              {words.choose}
            </Button>
          )}
          {mayDecline && <Button onClick={decline}>{words.decline}</Button>}
        </div>
      )}
    </li>
  )
}

function useDecline(invitation: Invitation): () => void {
  const { modal } = App.useApp()
  const decline = useDeclineInvitation()
  const { title, text, ok, cancel } = declineQuestion(invitation)
  return () =>
    modal.confirm({
      title,
      content: text,
      okText: ok,
      cancelText: cancel,
      afterClose: refocus,
      onOk: () => decline.mutateAsync({ id: invitation.id }).catch(() => undefined),
    })
}
