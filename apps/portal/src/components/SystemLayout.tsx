import { MenuOutlined } from '@ant-design/icons'
import { useSession } from '@ce/client/session.ts'
import { keepUser, profileQuery } from '@ce/client/student.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useEffect, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { PasswordPrompt } from './PasswordPrompt.tsx'
import { SideNavigation } from './SideNavigation.tsx'
import { SiteName } from './SiteName.tsx'
import classes from './SystemLayout.module.css'

/** the picture's address lives ten minutes */
const renewMs = 8 * 60_000

/** The private area: sidebar of 220 px, or a bar with a drawer on narrow screens (specification §2). */
export function SystemLayout() {
  const session = useSession()
  const { data: profile } = useQuery({
    ...profileQuery(),
    enabled: session !== null,
    staleTime: renewMs,
    refetchInterval: renewMs,
  })
  useEffect(() => {
    if (profile) keepUser(profile)
  }, [profile])
  return (
    <div className={classes.layout}>
      <a className={classes.skip} href="#content">
        跳到主要内容
      </a>
      <aside className={classes.sidebar}>
        <SideNavigation />
      </aside>
      <TopBar />
      <main id="content" className={classes.content} tabIndex={-1}>
        <Outlet />
      </main>
      <PasswordPrompt />
    </div>
  )
}

function TopBar() {
  const [open, setOpen] = useState(false)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation closes it
  useEffect(() => setOpen(false), [key])
  return (
    <header className={classes.bar}>
      <Button
        type="text"
        icon={<MenuOutlined />}
        aria-label="打开菜单"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      <SiteName />
      <Drawer
        title="菜单"
        placement="left"
        size={280}
        open={open}
        onClose={() => setOpen(false)}
        styles={{ body: { padding: 0 } }}
      >
        <SideNavigation />
      </Drawer>
    </header>
  )
}
