import { myInvitationsQuery } from '@ce/client/invitation.ts'
import { Alert } from '@ce/ui/Alert.tsx'
import { buttonClass } from '@ce/ui/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { invitationNotesOf } from './notes.ts'

/** @param year shows only the notes of this year */
export function InvitationNoteList({ year }: { year?: number }) {
  const { data } = useQuery(myInvitationsQuery())
  return invitationNotesOf(data?.list, year).map(({ id, text, link }) => (
    <Alert key={id} kind="info" title={text}>
      <Link className={buttonClass('text')} to={paths.invitations()}>
        {link}
      </Link>
    </Alert>
  ))
}
