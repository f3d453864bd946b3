import classes from '@ce/client/components/SideLayout.module.css'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { MessagesLink } from '../../components/MessagesLink.tsx'
import { NavigationIcon } from '../icons.tsx'
import { SideNavigation } from './SideNavigation.tsx'
import { SiteNameLink } from './SiteName.tsx'
import own from './SystemLayout.module.css'

export function MenuDrawer() {
  const [open, setOpen] = useState(false)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation closes it
  useEffect(() => setOpen(false), [key])
  return (
    <header className={classes.bar}>
      <button
        type="button"
        className={own.menuButton}
        aria-label="打开菜单"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <NavigationIcon name="menu" />
      </button>
      <SiteNameLink />
      <span className={classes.tools}>
        <MessagesLink />
      </span>
      <Dialog open={open} title="菜单" onClose={() => setOpen(false)}>
        <SideNavigation />
      </Dialog>
    </header>
  )
}
