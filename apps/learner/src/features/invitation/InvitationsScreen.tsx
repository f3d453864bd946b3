import { Loaded } from '@ce/client/components/Loaded.tsx'
import { myInvitationsQuery } from '@ce/client/invitation.ts'
import { buttonClass } from '@ce/ui/Button.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { Refreshing } from '../../components/Refreshing.tsx'
import { Screen } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { InvitationCard } from './InvitationCard.tsx'
import { invitationWords as words } from './words.ts'

/** Employers that want to pay for this student, and what was answered. */
export function InvitationsScreen() {
  const query = useQuery(myInvitationsQuery())
  return (
    <Screen title={words.title} back={paths.profile()}>
      <p className={card.quiet}>{words.intro}</p>
      <Refreshing>
        <Loaded query={query}>
          {({ list }) =>
            list.length === 0 ? (
              <EmptyState
                title={words.none}
                action={
                  <Link className={buttonClass()} to={paths.sign()}>
                    {words.alone}
                  </Link>
                }
              >
                {words.noneText}
              </EmptyState>
            ) : (
              list.map((invitation) => (
                <InvitationCard key={invitation.id} invitation={invitation} />
              ))
            )
          }
        </Loaded>
      </Refreshing>
    </Screen>
  )
}
