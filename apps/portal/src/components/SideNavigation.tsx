import {
  CustomerServiceOutlined,
  DashboardOutlined,
  FileAddOutlined,
  FileDoneOutlined,
  FileTextOutlined,
  FontSizeOutlined,
  FormOutlined,
  ReadOutlined,
  SafetyCertificateOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { useSession } from '@ce/client/session.ts'
import { PrintSwitch } from '@ce/frame/PrintSwitch.tsx'
import { ServiceHelp } from '@ce/frame/ServiceHelp.tsx'
import { type SideItem, SideMenu } from '@ce/frame/SideMenu.tsx'
import { paths } from '../paths.ts'
import { MessagesLink } from './MessagesLink.tsx'
import { PhoneVersionLink } from './PhoneVersionLink.tsx'
import { SiteName } from './SiteName.tsx'
import { useLogoutDialog } from './use-logout-dialog.ts'

/** specification §2, in its order; pages it does not list belong to the entry that leads there */
const items: readonly SideItem[] = [
  { to: paths.dashboard(), text: '工作台', Icon: DashboardOutlined },
  {
    ...{ to: paths.sign(), text: '继续教育报名', Icon: FormOutlined },
    also: [paths.invitations()],
  },
  { to: paths.myCourses(), text: '我的课程', Icon: ReadOutlined },
  { to: paths.reductions(), text: '学时减免', Icon: FileDoneOutlined },
  { to: paths.reductionApply(), text: '申请减免', Icon: FileAddOutlined },
  { to: paths.grant(), text: '学时证明', Icon: SafetyCertificateOutlined },
  {
    ...{ to: paths.orders(), text: '我的订单', Icon: FileTextOutlined },
    also: [paths.invoices()],
  },
  { to: paths.profile(), text: '我的信息', Icon: UserOutlined, also: [paths.privacy()] },
]

/** The learner's menu. */
export function SideNavigation() {
  const user = useSession()?.userInfo
  return (
    <SideMenu
      label="学员菜单"
      brand={<SiteName />}
      person={user}
      more={
        <>
          <MessagesLink />
          <PhoneVersionLink />
          <PrintSwitch icon={<FontSizeOutlined aria-hidden />} />
          <ServiceHelp icon={<CustomerServiceOutlined aria-hidden />} />
        </>
      }
      items={items}
      onLogout={useLogoutDialog()}
    />
  )
}
