import { myInvitationsQuery } from '@ce/client/invitation.ts'
import { invitationWords, waitingWords } from '@ce/frame/student/invitation/words.ts'
import { buttonClass } from '@ce/ui/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { PhoneAlert } from '../../kit/PhoneAlert.tsx'
import { paths } from '../../paths.ts'

/** Says that an employer waits for an answer; nothing while none does. */
export function InvitationNote() {
  const { data } = useQuery(myInvitationsQuery())
  const title = waitingWords(data?.list)
  if (!title) return null
  return (
    <PhoneAlert kind="info" title={title}>
      <Link className={buttonClass('text')} to={paths.invitations()}>
        {invitationWords.look}
      </Link>
    </PhoneAlert>
  )
}
