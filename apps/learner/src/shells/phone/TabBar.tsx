import { isResponsivePage } from '@ce/contract/mobile'
import { Link, useLocation } from 'react-router'
import { paths } from '../../paths.ts'
import { NavigationIcon } from '../icons.tsx'
import { useShell } from '../shell.ts'
import classes from './TabBar.module.css'

const tabs = [
  { to: paths.dashboard(), text: '首页', mark: 'home' },
  { to: paths.myCourses(), text: '学习', mark: 'study' },
  { to: paths.grant(), text: '学时', mark: 'proof' },
  { to: paths.profile(), text: '我的', mark: 'person' },
] as const

export const isTabPath = (path: string) => tabs.some(({ to }) => to === path)

function tabOf(pathname: string): string {
  if (isTabPath(pathname)) return pathname
  if (pathname.startsWith(paths.catalogue())) return paths.myCourses()
  return isResponsivePage(pathname) ? paths.grant() : paths.dashboard()
}

export function TabBar() {
  const { pathname } = useLocation()
  const current = tabOf(pathname)
  const isPhoneShell = useShell() === 'phone'
  return (
    <nav className={classes.tabs} aria-label="学员导航">
      {tabs.map(({ to, text, mark }) => (
        <Link
          key={to}
          to={to}
          className={classes.tab}
          {...(to === current && { 'aria-current': to === pathname ? 'page' : 'true' })}
          // Add no history entry for the current page.
          replace={to === pathname}
          // /verify has no phone version, so let the server redirect into the phone shell.
          reloadDocument={!isPhoneShell}
        >
          <NavigationIcon name={mark} size={24} />
          {text}
        </Link>
      ))}
    </nav>
  )
}
