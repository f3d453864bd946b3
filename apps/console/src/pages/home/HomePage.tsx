import { usePermission, useStaffSession } from '@ce/client/staff-session.ts'
import type { Permission } from '@ce/contract'
import { Link } from 'react-router'
import { useDeskGroups } from '../../components/desks.ts'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import classes from './HomePage.module.css'
import { WorkQueues } from './Queues.tsx'
import { WaitingPosters } from './WaitingPosters.tsx'

export function HomePage() {
  const session = useStaffSession()
  const editsPosters = usePermission('poster.edit')
  const publishesPosters = usePermission('poster.publish')
  const me = session?.me
  return (
    <>
      <PageHeader title={`您好，${me?.name ?? ''}`}>{introOf(me?.permissions ?? [])}</PageHeader>
      {me?.totp === 'OFF' && (
        <p className={classes.advice}>
          您的账号还没有绑定动态口令。<Link to={paths.account()}>现在绑定</Link>
          ，即使密码泄露，别人也登录不了。
        </p>
      )}
      <WorkQueues />
      <div className={classes.cards}>
        {editsPosters && <WaitingPosters state="DRAFT" title="草稿" nothing="没有等着写完的草稿。" />}
        {publishesPosters && (
          <WaitingPosters state="SCHEDULED" title="定时发布" nothing="没有排好时间等着发布的内容。" />
        )}
      </div>
      <MyDesks />
    </>
  )
}

function introOf(held: readonly Permission[]): string {
  if (held.length === 0) return '您的账号还没有任何权限，请联系超级管理员。'
  return held.every((name) => name.endsWith('.read')) ? '您的角色只查看，没有要处理的事。' : '这里是等着您处理的事。'
}

function MyDesks() {
  const grants = usePermission('staff.manage')
  const desks = useDeskGroups().flatMap((group) => group.desks)
  if (desks.length === 0) return null
  return (
    <section aria-labelledby="my-desks" className={classes.card}>
      <h2 id="my-desks" className={classes.queuesTitle}>
        我的工作台
      </h2>
      <p>您的角色可以打开下面的页面{!grants && '；需要更多权限请联系超级管理员'}。</p>
      <ul className={classes.desks}>
        {desks.map(({ to, text }) => (
          <li key={to}>
            <Link to={to}>{text}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
