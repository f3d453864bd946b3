import { myInvitationsQuery } from '@ce/client/invitation.ts'
import { Alert } from '@ce/ui/Alert.tsx'
import { buttonClass } from '@ce/ui/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { notesOf } from './notes.ts'

/** Says that an employer waits for an answer, or is going to pay; nothing while none does. @param year only what is about it */
export function InvitationNote({ year }: { year?: number }) {
  const { data } = useQuery(myInvitationsQuery())
  return notesOf(data?.list, year).map(({ id, text, link }) => (
    <Alert key={id} kind="info" title={text}>
      <Link className={buttonClass('text')} to={paths.invitations()}>
        {link}
      </Link>
    </Alert>
  ))
}
