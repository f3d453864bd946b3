import {
  DashboardOutlined,
  FileTextOutlined,
  FormOutlined,
  LogoutOutlined,
  ReadOutlined,
  SafetyCertificateOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { nameColour, nameInitial } from '@ce/client/format.ts'
import { useSession } from '@ce/client/session.ts'
import { Avatar } from '@ce/ui/Avatar.tsx'
import { NavLink } from 'react-router'
import { paths } from '../paths.ts'
import { SiteName } from './SiteName.tsx'
import classes from './SystemLayout.module.css'
import { useLogoutDialog } from './use-logout-dialog.ts'

/** specification §2, in its order; reductions join with their own pages */
const items = [
  { to: paths.dashboard(), text: '工作台', Icon: DashboardOutlined },
  { to: paths.sign(), text: '继续教育报名', Icon: FormOutlined },
  { to: paths.myCourses(), text: '我的课程', Icon: ReadOutlined },
  { to: paths.grant(), text: '学时证明', Icon: SafetyCertificateOutlined },
  { to: paths.orders(), text: '我的订单', Icon: FileTextOutlined },
  { to: paths.profile(), text: '我的信息', Icon: UserOutlined },
] as const

/** Who is signed in, where they can go, and the way out. */
export function SideNavigation() {
  const user = useSession()?.userInfo
  const askLogout = useLogoutDialog()
  return (
    <div className={classes.side}>
      <div className={classes.brand}>
        <SiteName />
      </div>
      {user && (
        <div className={classes.person}>
          <Avatar
            name={user.name}
            initial={nameInitial(user.name)}
            colour={nameColour(user.name)}
            url={user.avatarUrl}
            size={48}
          />
          <span className={classes.personName}>{user.name}</span>
        </div>
      )}
      <nav aria-label="学员菜单">
        <ul>
          {items.map(({ to, text, Icon }) => (
            <li key={to}>
              <NavLink to={to} className={classes.item}>
                <Icon aria-hidden />
                {text}
              </NavLink>
            </li>
          ))}
          <li>
            <button type="button" className={classes.item} onClick={askLogout}>
              <LogoutOutlined aria-hidden />
              退出登录
            </button>
          </li>
        </ul>
      </nav>
      <p className={classes.version}>v1.0</p>
    </div>
  )
}
