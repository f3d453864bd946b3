import { myInvitationsQuery } from '@ce/client/invitation.ts'
import { notesOf } from '@ce/frame/student/invitation/notes.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './Invitations.module.css'

/** Says that an employer waits for an answer, or is going to pay; nothing while none does. @param year only what is about it */
export function InvitationNote({ year }: { year?: number }) {
  const { data } = useQuery(myInvitationsQuery())
  return notesOf(data?.list, year).map(({ id, text, link }) => (
    <Alert
      key={id}
      className={classes.note}
      type="info"
      showIcon
      title={text}
      action={<Link to={paths.invitations()}>{link}</Link>}
    />
  ))
}
