import classes from '@ce/client/components/SideLayout.module.css'
import { nameColour, nameInitial } from '@ce/client/format.ts'
import { useSession } from '@ce/client/session.ts'
import { versionWords } from '@ce/client/version.ts'
import { PrintSwitch } from '@ce/site/PrintSwitch.tsx'
import { ServiceHelp } from '@ce/site/ServiceHelp.tsx'
import { Avatar } from '@ce/ui/Avatar.tsx'
import { Link, matchPath, useLocation } from 'react-router'
import { MessagesLink } from '../../components/MessagesLink.tsx'
import { LeaveButton } from '../../features/student/LeaveButton.tsx'
import { paths } from '../../paths.ts'
import { Mark, type MarkName } from '../marks.tsx'
import { PhoneVersionLink } from './PhoneVersionLink.tsx'
import { SiteName } from './SiteName.tsx'

interface SideItem {
  to: string
  text: string
  mark: MarkName
  /** pages elsewhere that belong to it, with those below them */
  also?: readonly string[]
}

/** specification §2, in its order; pages it does not list belong to the entry that leads there */
const items: readonly SideItem[] = [
  { to: paths.dashboard(), text: '工作台', mark: 'home' },
  { to: paths.sign(), text: '继续教育报名', mark: 'sign', also: [paths.invitations()] },
  { to: paths.myCourses(), text: '我的课程', mark: 'course' },
  { to: paths.reductions(), text: '学时减免', mark: 'reduction' },
  { to: paths.reductionApply(), text: '申请减免', mark: 'apply' },
  { to: paths.grant(), text: '学时证明', mark: 'proof' },
  { to: paths.orders(), text: '我的订单', mark: 'order', also: [paths.invoices()] },
  { to: paths.profile(), text: '我的信息', mark: 'person', also: [paths.privacy()] },
]

/** Who is signed in, where they can go, and the way out. */
export function SideNavigation() {
  const user = useSession()?.userInfo
  const { pathname } = useLocation()
  const isCurrent = ({ to, also = [] }: SideItem) =>
    [to, ...also].some((path) => matchPath({ path, end: false }, pathname))
  return (
    <div className={classes.side}>
      <div className={classes.brand}>
        <SiteName />
      </div>
      {/* as high before it is known who is signed in */}
      <div className={classes.person}>
        {user && (
          <>
            <Avatar
              name={user.name}
              initial={nameInitial(user.name)}
              colour={nameColour(user.name)}
              url={user.avatarUrl}
              size={48}
            />
            <span className={classes.personName}>{user.name}</span>
            <span className={classes.tools}>
              <MessagesLink />
            </span>
          </>
        )}
      </div>
      <div className={classes.more}>
        <PhoneVersionLink />
        <PrintSwitch icon={<Mark name="print" />} />
        <ServiceHelp icon={<Mark name="service" />} />
      </div>
      <nav aria-label="学员菜单">
        <ul>
          {items.map((item) => (
            <li key={item.to}>
              <Link
                to={item.to}
                className={classes.item}
                aria-current={isCurrent(item) ? 'page' : undefined}
              >
                <Mark name={item.mark} />
                {item.text}
              </Link>
            </li>
          ))}
          <li>
            <LeaveButton className={classes.item} />
          </li>
        </ul>
      </nav>
      <p className={classes.version}>{versionWords}</p>
    </div>
  )
}
