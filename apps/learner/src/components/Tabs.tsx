import { Link } from 'react-router'
import classes from './Tabs.module.css'

interface TabsProps {
  label: string
  /** where each leads; the address says which one is open */
  tabs: readonly { to: string; text: string; open: boolean }[]
}

/** Parts of one screen, side by side under its title. Back leaves the screen, whichever part is open. */
export function Tabs({ label, tabs }: TabsProps) {
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
