import { NavLink, useLocation } from 'react-router'
import { paths } from '../paths.ts'
import classes from './TabBar.module.css'

/** The four places of a learner. A tab is lit on the screens below it, too. */
const tabs = [
  { to: paths.dashboard(), text: '首页', mark: 'M4 11 12 4l8 7v9h-5v-6H9v6H4z' },
  { to: paths.myCourses(), text: '学习', mark: 'M4 5h16v11H4zM9 20h6M12 16v4M10 8.5v4l4-2z' },
  {
    to: paths.grant(),
    text: '学时',
    mark: 'M12 3 5 6v5c0 5 3 8 7 10 4-2 7-5 7-10V6zM9 12l2 2 4-4',
  },
  {
    to: paths.profile(),
    text: '我的',
    mark: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 21c0-4 4-6 8-6s8 2 8 6',
  },
] as const

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
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={mark} />
          </svg>
          {text}
        </NavLink>
      ))}
    </nav>
  )
}
