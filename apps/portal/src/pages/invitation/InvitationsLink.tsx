import { myInvitationsQuery } from '@ce/client/invitation.ts'
import { LinkButton } from '@ce/frame/LinkButton.tsx'
import { notesOf } from '@ce/frame/student/invitation/notes.ts'
import { invitationWords } from '@ce/frame/student/invitation/words.ts'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../../paths.ts'

/**
 * The way to 单位代缴 for whom an employer named: the menu is the specification's, and has no place for it.
 * @param noted the page has notes about it, each with its own link
 */
export function InvitationsLink({ noted = false }: { noted?: boolean }) {
  const { data } = useQuery(myInvitationsQuery())
  const list = data?.list ?? []
  if (list.length === 0 || (noted && notesOf(list).length > 0)) return null
  return <LinkButton to={paths.invitations()}>{invitationWords.title}</LinkButton>
}
