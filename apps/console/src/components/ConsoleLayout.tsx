import { FontSizeOutlined } from '@ant-design/icons'
import { useStaffMe } from '@ce/client/staff/staff.ts'
import { useStaffSession } from '@ce/client/staff-session.ts'
import { PrintSwitch } from '@ce/site/PrintSwitch.tsx'
import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { duty } from '../guard.ts'
import { SideLayout } from '../kit/SideLayout.tsx'
import { SideMenu } from '../kit/SideMenu.tsx'
import { Brand } from './Brand.tsx'
import { DeskMenu } from './DeskMenu.tsx'
import { accountDesk } from './desks.ts'
import { IdleWatch } from './IdleWatch.tsx'
import { LossGuard } from './LossGuard.tsx'
import { PermittedPage } from './PermittedPage.tsx'
import { useLogout } from './use-logout.ts'

/** The desks: a menu of what one may do, and the page beside it. */
export function ConsoleLayout() {
  useFreshAccount()
  return (
    <SideLayout wide side={<ConsoleMenu />} name={<Brand />}>
      <PermittedPage />
      <LossGuard />
      <IdleWatch />
    </SideLayout>
  )
}

/** Roles change while somebody is signed in: the menu follows, and a new duty leads to its page. */
function useFreshAccount(): void {
  useStaffMe()
  const { revalidate } = useRevalidator()
  const me = useStaffSession()?.me
  const first = me ? duty(me) : null
  useEffect(() => {
    if (first) void revalidate()
  }, [first, revalidate])
}

function ConsoleMenu() {
  const me = useStaffSession()?.me
  const roles = me?.roles.map(({ title }) => title).join('、') || '尚未分配角色'
  return (
    <SideMenu
      label="后台菜单"
      brand={<Brand />}
      person={me && { name: me.name, note: roles }}
      more={<PrintSwitch icon={<FontSizeOutlined aria-hidden />} />}
      desks={<DeskMenu />}
      items={[accountDesk]}
      onLogout={useLogout()}
    />
  )
}
