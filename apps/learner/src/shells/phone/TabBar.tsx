import { NavLink, useLocation } from 'react-router'
import { paths } from '../../paths.ts'
import { Mark } from '../marks.tsx'
import classes from './TabBar.module.css'

/** The four places of a learner. A tab is lit on the screens below it, too. */
const tabs = [
  { to: paths.dashboard(), text: '首页', mark: 'home' },
  { to: paths.myCourses(), text: '学习', mark: 'study' },
  { to: paths.grant(), text: '学时', mark: 'proof' },
  { to: paths.profile(), text: '我的', mark: 'person' },
] as const

/** Whether one of the tabs leads there. */
export const isTab = (path: string) => tabs.some(({ to }) => to === path)

/** A tab for where one is already leaves no step in the history. */
export function TabBar() {
  const { pathname } = useLocation()
  return (
    <nav className={classes.tabs} aria-label="主导航">
      {tabs.map(({ to, text, mark }) => (
        <NavLink
          key={to}
          to={to}
          className={classes.tab}
          // where one is already, another step in the history would have to be gone back
          replace={to === pathname}
        >
          <Mark name={mark} size={24} />
          {text}
        </NavLink>
      ))}
    </nav>
  )
}
