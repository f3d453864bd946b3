import { myInvitationsQuery } from '@ce/client/invitation.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './Invitations.module.css'

/** Says that an employer waits for an answer; nothing while none does. */
export function InvitationNote() {
  const { data } = useQuery(myInvitationsQuery())
  const waiting = data?.list.filter(({ state, mayConfirm }) => state === 'INVITED' && mayConfirm)
  const [first] = waiting ?? []
  if (!first) return null
  return (
    <Alert
      className={classes.note}
      type="info"
      showIcon
      title={`${first.organisationName} 想为您缴纳 ${first.year} 年度的报名费，请确认是否同意。`}
      action={<Link to={paths.invitations()}>查看邀请</Link>}
    />
  )
}
