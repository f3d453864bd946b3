import { Link } from 'react-router'
import classes from './Tabs.module.css'

interface TabsProps {
  label: string
  /** `open` marks the tab of the current address. */
  tabs: readonly { to: string; text: string; open: boolean }[]
}

/** Changing the tab replaces the history entry, so that Back leaves the screen. */
export function TabLinks({ label, tabs }: TabsProps) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map(({ to, text, open }) => (
        <Link
          key={to}
          to={to}
          replace
          preventScrollReset
          className={classes.tab}
          aria-current={open ? 'page' : undefined}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}
