import { FontSizeOutlined, SettingOutlined } from '@ant-design/icons'
import { useRefreshStaffSession } from '@ce/client/staff/staff.ts'
import { useStaffSession } from '@ce/client/staff-session.ts'
import { LargePrintButton } from '@ce/site/PrintSwitch.tsx'
import { type ComponentType, useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { requiredStepPath } from '../guard.ts'
import { SideLayout } from '../kit/SideLayout.tsx'
import { SideMenu } from '../kit/SideMenu.tsx'
import type { PageRoute } from '../page-route.ts'
import { paths } from '../paths.ts'
import { Brand } from './Brand.tsx'
import { DeskMenu } from './DeskMenu.tsx'
import { DeskGroupsContext, deskGroups } from './desks.ts'
import { IdleWatch } from './IdleWatch.tsx'
import { PermittedPage } from './PermittedPage.tsx'
import { useStaffLogout } from './use-logout.ts'

/** Creates a layout whose menu shows the desks among the given pages. */
export function createConsoleLayout(pages: readonly PageRoute[]): ComponentType {
  const groups = deskGroups(pages)
  return () => (
    <DeskGroupsContext value={groups}>
      <ConsoleLayout />
    </DeskGroupsContext>
  )
}

export function ConsoleLayout() {
  useFreshAccount()
  return (
    <SideLayout wide side={<ConsoleMenu />} name={<Brand />}>
      <PermittedPage />
      <IdleWatch />
    </SideLayout>
  )
}

/** Reloads the staff account, because its roles may change during a session. */
function useFreshAccount(): void {
  useRefreshStaffSession()
  const { revalidate } = useRevalidator()
  const me = useStaffSession()?.me
  const first = me ? requiredStepPath(me) : null
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
      more={<LargePrintButton icon={<FontSizeOutlined aria-hidden />} />}
      desks={<DeskMenu />}
      items={[{ to: paths.account(), text: '我的账号', Icon: SettingOutlined }]}
      onLogout={useStaffLogout()}
    />
  )
}
