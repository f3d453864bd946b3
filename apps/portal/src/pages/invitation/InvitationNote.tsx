import { myInvitationsQuery } from '@ce/client/invitation.ts'
import { invitationWords, waitingWords } from '@ce/frame/student/invitation/words.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './Invitations.module.css'

/** Says that an employer waits for an answer; nothing while none does. */
export function InvitationNote() {
  const { data } = useQuery(myInvitationsQuery())
  const title = waitingWords(data?.list)
  if (!title) return null
  return (
    <Alert
      className={classes.note}
      type="info"
      showIcon
      title={title}
      action={<Link to={paths.invitations()}>{invitationWords.look}</Link>}
    />
  )
}
