import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { formatDate, formatPrice } from '@ce/client/format.ts'
import { type Invitation, myInvitationsQuery, useDeclineInvitation } from '@ce/client/invitation.ts'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { DatedText } from '@ce/ui/Dated.tsx'
import { ConfirmDialog } from '@ce/ui/Dialog.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { PullToRefresh } from '../../components/PullToRefresh.tsx'
import { ScreenLayout } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { InvitationCoursesDialog } from './InvitationCoursesDialog.tsx'
import {
  declineInvitationConfirmation,
  invitationObstacleLink,
  invitationObstacleText,
  invitationStateMark,
} from './text.ts'

export function InvitationsScreen() {
  const query = useQuery(myInvitationsQuery())
  return (
    <ScreenLayout title="单位代缴" back={paths.profile()}>
      <p className={card.quiet}>您确认之前，单位看不到您的任何信息；确认之后，单位只能看到“学习中”“已完成”等状态。</p>
      <PullToRefresh>
        <QueryContent query={query}>
          {({ list }) =>
            list.length === 0 ? (
              <EmptyState
                title="没有单位邀请"
                action={
                  <Link className={buttonClass()} to={paths.sign()}>
                    自行报名
                  </Link>
                }
              >
                单位把您的姓名和证件号（或资格证书编号）列入名单之后，这里会出现邀请。
              </EmptyState>
            ) : (
              list.map((invitation) => <InvitationCard key={invitation.id} invitation={invitation} />)
            )
          }
        </QueryContent>
      </PullToRefresh>
    </ScreenLayout>
  )
}

function InvitationCard({ invitation }: { invitation: Invitation }) {
  const { id, organisationName, planTitle, price, createdAt, mayConfirm, mayDecline } = invitation
  const [open, setOpen] = useState<'choose' | 'decline' | null>(null)
  const decline = useDeclineInvitation()
  const { label, kind } = invitationStateMark(invitation)
  const isConfirmed = invitation.state === 'CONFIRMED'
  const close = () => setOpen(null)
  const obstacle = invitationObstacleText(invitation)
  const link = invitationObstacleLink(invitation)
  return (
    <section className={card.card} aria-labelledby={`invitation-${id}`}>
      <div className={card.head}>
        <h2 id={`invitation-${id}`}>{organisationName}</h2>
        <StatusMark kind={kind}>{label}</StatusMark>
      </div>
      <p>
        <DatedText>{`${planTitle}，报名费 ${formatPrice(price)}。单位于 ${formatDate(createdAt)} 邀请代缴。`}</DatedText>
      </p>
      {obstacle && <p className={card.quiet}>{obstacle}</p>}
      {(link || mayConfirm || mayDecline) && (
        <div className={card.tools}>
          {link && (
            <Link className={buttonClass('quiet')} to={link.to}>
              {link.label}
            </Link>
          )}
          {mayDecline && (
            <Button kind="quiet" onClick={() => setOpen('decline')}>
              {isConfirmed ? '撤回确认' : '谢绝'}
            </Button>
          )}
          {mayConfirm && (
            <Button kind={isConfirmed ? 'quiet' : 'primary'} onClick={() => setOpen('choose')}>
              {isConfirmed ? '更改课程' : '选课并确认'}
            </Button>
          )}
        </div>
      )}
      {open === 'choose' && <InvitationCoursesDialog invitation={invitation} onClose={close} />}
      <ConfirmDialog
        open={open === 'decline'}
        words={declineInvitationConfirmation(invitation)}
        onOk={() => decline.mutateAsync({ id }).catch(() => undefined)}
        onClose={close}
      />
    </section>
  )
}
