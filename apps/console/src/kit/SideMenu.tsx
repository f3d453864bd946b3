import { LogoutOutlined } from '@ant-design/icons'
import classes from '@ce/client/components/SideLayout.module.css'
import { nameColour, nameInitial } from '@ce/client/format.ts'
import { versionWords } from '@ce/client/version.ts'
import { Avatar } from '@ce/ui/Avatar.tsx'
import type { ComponentType, ReactNode } from 'react'
import { Link, matchPath, useLocation, useMatch } from 'react-router'

export interface SideItem {
  to: string
  text: string
  Icon: ComponentType<{ 'aria-hidden': boolean }>
  /** current only at this very path, not below it */
  end?: boolean
  /** pages elsewhere that belong to it, with those below them */
  also?: readonly string[]
}

interface SideMenuProps {
  /** the menu's name for screen readers */
  label: string
  brand: ReactNode
  person: { name: string; avatarUrl?: string | null; note?: ReactNode } | undefined
  /** below who is signed in */
  more?: ReactNode
  /** before the items: a menu of its own, of SideLinks */
  desks?: ReactNode
  items: readonly SideItem[]
  onLogout: () => void
}

/** Who is signed in, where they can go, and the way out. */
export function SideMenu({ label, brand, person, more, desks, items, onLogout }: SideMenuProps) {
  return (
    <div className={classes.side}>
      <div className={classes.brand}>{brand}</div>
      {person && (
        <div className={classes.person}>
          <Avatar
            name={person.name}
            initial={nameInitial(person.name)}
            colour={nameColour(person.name)}
            url={person.avatarUrl}
            size={48}
          />
          <span className={classes.personName}>
            {person.name}
            {person.note && <span className={classes.personNote}>{person.note}</span>}
          </span>
        </div>
      )}
      {more && <div className={classes.more}>{more}</div>}
      <nav aria-label={label}>
        {desks}
        <ul>
          {items.map((item) => (
            <SideLink key={item.to} item={item} />
          ))}
          <li>
            <button type="button" className={classes.item} onClick={onLogout}>
              <LogoutOutlined aria-hidden />
              退出登录
            </button>
          </li>
        </ul>
      </nav>
      <p className={classes.version}>{versionWords}</p>
    </div>
  )
}

/** One entry of such a menu. */
export function SideLink({ item }: { item: SideItem }) {
  const { to, text, Icon } = item
  return (
    <li>
      <Link to={to} className={classes.item} aria-current={useCurrent(item)}>
        <Icon aria-hidden />
        {text}
      </Link>
    </li>
  )
}

/** One page belongs to one entry, its own or the nearest. */
function useCurrent({ to, end = false, also = [] }: SideItem): 'page' | undefined {
  const { pathname } = useLocation()
  const own = useMatch({ path: to, end })
  const near = also.some((path) => matchPath({ path, end: false }, pathname))
  return own || near ? 'page' : undefined
}
