import { PersonAvatar } from '@ce/client/components/PersonAvatar.tsx'
import classes from '@ce/client/components/SideLayout.module.css'
import { useSession } from '@ce/client/session.ts'
import { portalVersionText } from '@ce/client/version.ts'
import { LargePrintButton } from '@ce/site/PrintSwitch.tsx'
import { CustomerServiceHelp } from '@ce/site/ServiceHelp.tsx'
import { Link, matchPath, useLocation } from 'react-router'
import { MessagesLink } from '../../components/MessagesLink.tsx'
import { SignOutButton } from '../../features/student/SignOutButton.tsx'
import { paths } from '../../paths.ts'
import { NavigationIcon, type NavigationIconName } from '../icons.tsx'
import { PhoneVersionLink } from './PhoneVersionLink.tsx'
import { SiteNameLink } from './SiteName.tsx'

interface SideItem {
  to: string
  text: string
  mark: NavigationIconName
  /** Other paths that belong to this menu entry. */
  also?: readonly string[]
}

/** In the order of docs/rules/screens.md#sidebar. A page without an entry belongs to the entry that links to it. */
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

export function SideNavigation() {
  const user = useSession()?.userInfo
  const { pathname } = useLocation()
  const isCurrent = ({ to, also = [] }: SideItem) =>
    [to, ...also].some((path) => matchPath({ path, end: false }, pathname))
  return (
    <div className={classes.side}>
      <div className={classes.brand}>
        <SiteNameLink />
      </div>
      {/* Reserve the height of the student's name while the session is unknown. */}
      <div className={classes.person}>
        {user && (
          <>
            <PersonAvatar person={user} size={48} />
            <span className={classes.personName}>{user.name}</span>
            <span className={classes.tools}>
              <MessagesLink />
            </span>
          </>
        )}
      </div>
      <div className={classes.more}>
        <PhoneVersionLink />
        <LargePrintButton icon={<NavigationIcon name="print" />} />
        <CustomerServiceHelp icon={<NavigationIcon name="service" />} />
      </div>
      <nav aria-label="学员菜单">
        <ul>
          {items.map((item) => (
            <li key={item.to}>
              <Link to={item.to} className={classes.item} aria-current={isCurrent(item) ? 'page' : undefined}>
                <NavigationIcon name={item.mark} />
                {item.text}
              </Link>
            </li>
          ))}
          <li>
            <SignOutButton className={classes.item} />
          </li>
        </ul>
      </nav>
      <p className={classes.version}>{portalVersionText}</p>
    </div>
  )
}
