import { myInvitationsQuery } from '@ce/client/invitation.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import { invitationWords } from '@ce/frame/student/invitation/words.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { InvitationCard } from './InvitationCard.tsx'
import classes from './Invitations.module.css'

/** Employers that want to pay for this student, and what was answered. */
export function InvitationsPage() {
  const query = useQuery(myInvitationsQuery())
  return (
    <>
      <PageHeader title={invitationWords.title}>{invitationWords.intro}</PageHeader>
      <Loaded query={query}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState
              title={invitationWords.none}
              action={<Link to={paths.sign()}>{invitationWords.alone}</Link>}
            >
              {invitationWords.noneText}
            </EmptyState>
          ) : (
            <ul className={classes.list}>
              {list.map((invitation) => (
                <InvitationCard key={invitation.id} invitation={invitation} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  )
}
