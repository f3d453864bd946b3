import { usePermission, useStaffSession } from '@ce/client/staff-session.ts'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { Link } from 'react-router'
import { desksOf } from '../../components/desks.ts'
import { paths } from '../../paths.ts'
import classes from './HomePage.module.css'
import { WaitingMoney } from './WaitingMoney.tsx'
import { WaitingPosters } from './WaitingPosters.tsx'

/** What is waiting for the person who signed in. */
export function HomePage() {
  const session = useStaffSession()
  const readsPosters = usePermission('poster.read')
  const refunds = usePermission('finance.refund')
  const me = session?.me
  return (
    <>
      <PageHeader title={`您好，${me?.name ?? ''}`}>这里是等着您处理的事。</PageHeader>
      {me?.totp === 'OFF' && (
        <p className={classes.advice}>
          您的账号还没有绑定动态口令。<Link to={paths.account()}>现在绑定</Link>
          ，即使密码泄露，别人也登录不了。
        </p>
      )}
      {readsPosters || refunds ? (
        <div className={classes.cards}>
          {refunds && <WaitingMoney />}
          {readsPosters && (
            <>
              <WaitingPosters state="DRAFT" title="草稿" nothing="没有等着写完的草稿。" />
              <WaitingPosters
                state="SCHEDULED"
                title="定时发布"
                nothing="没有排好时间等着发布的内容。"
              />
            </>
          )}
        </div>
      ) : (
        <NothingWaiting />
      )}
    </>
  )
}

function NothingWaiting() {
  const desks = desksOf(useStaffSession()).filter(({ to }) => to !== paths.home())
  return (
    <EmptyState
      title="暂时没有待办"
      action={
        <ul className={classes.desks}>
          {desks.map(({ to, text }) => (
            <li key={to}>
              <Link to={to}>{text}</Link>
            </li>
          ))}
        </ul>
      }
    >
      您的角色可以打开下面的页面；需要更多权限请联系超级管理员。
    </EmptyState>
  )
}
