import { type Invitation, useDeclineInvitation } from '@ce/client/invitation.ts'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { Dated } from '@ce/ui/Dated.tsx'
import { ConfirmDialog } from '@ce/ui/Dialog.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useState } from 'react'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { paths } from '../../paths.ts'
import { ConfirmSheet } from './ConfirmSheet.tsx'
import {
  answerWords,
  declineQuestion,
  invitationState,
  invitationText,
  obstacleLink,
  obstacleText,
} from './words.ts'

/** One invitation: who wants to pay what, how it stands, and the answer. */
export function InvitationCard({ invitation }: { invitation: Invitation }) {
  const { id, organisationName, mayConfirm, mayDecline } = invitation
  const [open, setOpen] = useState<'choose' | 'decline' | null>(null)
  const decline = useDeclineInvitation()
  const { label, kind } = invitationState(invitation)
  const words = answerWords(invitation)
  const close = () => setOpen(null)
  const hindrance = obstacleText(invitation)
  const link = obstacleLink(invitation, paths)
  return (
    <section className={card.card} aria-labelledby={`invitation-${id}`}>
      <div className={card.head}>
        <h2 id={`invitation-${id}`}>{organisationName}</h2>
        <StatusMark kind={kind}>{label}</StatusMark>
      </div>
      <p>
        <Dated>{invitationText(invitation)}</Dated>
      </p>
      {hindrance && <p className={card.quiet}>{hindrance}</p>}
      {link && (
        <Link className={buttonClass('quiet')} to={link.to}>
          {link.label}
        </Link>
      )}
      {(mayConfirm || mayDecline) && (
        <div className={card.tools}>
          {mayDecline && (
            <Button kind="quiet" onClick={() => setOpen('decline')}>
              {words.decline}
            </Button>
          )}
          {mayConfirm && (
            <Button
              kind={invitation.state === 'CONFIRMED' ? 'quiet' : 'primary'}
              onClick={() => setOpen('choose')}
            >
              {words.choose}
            </Button>
          )}
        </div>
      )}
      {open === 'choose' && <ConfirmSheet invitation={invitation} onClose={close} />}
      {open === 'decline' && (
        <ConfirmDialog
          open
          words={declineQuestion(invitation)}
          // the refusal has been shown
          onOk={() => decline.mutateAsync({ id }).catch(() => undefined)}
          onClose={close}
        />
      )}
    </section>
  )
}
