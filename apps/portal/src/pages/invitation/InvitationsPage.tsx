import { myInvitationsQuery } from '@ce/client/invitation.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
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
      <PageHeader title="单位代缴">
        您确认之前，单位看不到您的任何信息；确认之后，单位只能看到“学习中”“已完成”等状态。
      </PageHeader>
      <Loaded query={query}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState title="没有单位邀请" action={<Link to={paths.sign()}>自行报名</Link>}>
              单位把您的姓名和证件号（或资格证书编号）列入名单之后，这里会出现邀请。
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
