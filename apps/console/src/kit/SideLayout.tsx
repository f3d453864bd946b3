import { MenuOutlined } from '@ant-design/icons'
import classes from '@ce/client/components/SideLayout.module.css'
import { Button } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Drawer } from './Dialog.tsx'

interface SideLayoutProps {
  side: ReactNode
  name: ReactNode
  tools?: ReactNode
  wide?: boolean
  children: ReactNode
}

/** Shows a sidebar, or a drawer on small screens; see docs/rules/screens.md#sidebar. */
export function SideLayout({ side, name, tools, wide = false, children }: SideLayoutProps) {
  return (
    <div className={classes.layout}>
      <a className="skip-link" href="#content">
        跳到主要内容
      </a>
      <aside className={classes.sidebar}>{side}</aside>
      <TopBar side={side} name={name} tools={tools} />
      <main id="content" className={wide ? `${classes.content} ${classes.wide}` : classes.content} tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

function TopBar({ side, name, tools }: Pick<SideLayoutProps, 'side' | 'name' | 'tools'>) {
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
      {name}
      {tools && <span className={classes.tools}>{tools}</span>}
      <Drawer
        title="菜单"
        placement="left"
        size={280}
        open={open}
        onClose={() => setOpen(false)}
        styles={{ body: { padding: 0 } }}
      >
        {side}
      </Drawer>
    </header>
  )
}
