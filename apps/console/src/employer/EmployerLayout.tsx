import { AccountBookOutlined, FontSizeOutlined, ImportOutlined, SettingOutlined, TeamOutlined } from '@ant-design/icons'
import { useEmployerSession } from '@ce/client/employer-session.ts'
import { LargePrintButton } from '@ce/site/PrintSwitch.tsx'
import { Outlet } from 'react-router'
import { SideLayout } from '../kit/SideLayout.tsx'
import { SideMenu } from '../kit/SideMenu.tsx'
import { EmployerBrand, useEmployerLogout } from './EmployerDoor.tsx'
import { employerPaths } from './paths.ts'

const items = [
  { to: employerPaths.members(), text: '人员名单', Icon: TeamOutlined, end: true },
  { to: employerPaths.list(), text: '导入名单', Icon: ImportOutlined },
  { to: employerPaths.orders(), text: '订单与发票', Icon: AccountBookOutlined },
  { to: employerPaths.account(), text: '修改密码', Icon: SettingOutlined },
] as const

export function EmployerLayout() {
  const me = useEmployerSession()?.me
  const logout = useEmployerLogout()
  return (
    <SideLayout
      wide
      name={<EmployerBrand />}
      side={
        <SideMenu
          label="单位服务菜单"
          brand={<EmployerBrand />}
          person={me && { name: me.name, note: <CreditCode code={me.creditCode} /> }}
          more={<LargePrintButton icon={<FontSizeOutlined aria-hidden />} />}
          items={items}
          onLogout={logout}
        />
      }
    >
      <Outlet />
    </SideLayout>
  )
}

function CreditCode({ code }: { code: string }) {
  return (
    <>
      {code.slice(0, 8)}
      <wbr />
      {code.slice(8)}
    </>
  )
}
