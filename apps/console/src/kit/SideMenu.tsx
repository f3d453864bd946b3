import { LogoutOutlined } from '@ant-design/icons'
import { PersonAvatar } from '@ce/client/components/PersonAvatar.tsx'
import classes from '@ce/client/components/SideLayout.module.css'
import { portalVersionText } from '@ce/client/version.ts'
import type { ComponentType, ReactNode } from 'react'
import { Link, matchPath, useLocation, useMatch } from 'react-router'

export interface SideItem {
  to: string
  text: string
  Icon: ComponentType<{ 'aria-hidden': boolean }>
  end?: boolean
  /** Other paths that belong to this menu entry. */
  also?: readonly string[]
}

interface SideMenuProps {
  label: string
  brand: ReactNode
  person: { name: string; avatarUrl?: string | null; note?: ReactNode } | undefined
  more?: ReactNode
  desks?: ReactNode
  items: readonly SideItem[]
  onLogout: () => void
}

export function SideMenu({ label, brand, person, more, desks, items, onLogout }: SideMenuProps) {
  return (
    <div className={classes.side}>
      <div className={classes.brand}>{brand}</div>
      {person && (
        <div className={classes.person}>
          <PersonAvatar person={person} size={48} />
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
            <SideMenuLink key={item.to} item={item} />
          ))}
          <li>
            <button type="button" className={classes.item} onClick={onLogout}>
              <LogoutOutlined aria-hidden />
              退出登录
            </button>
          </li>
        </ul>
      </nav>
      <p className={classes.version}>{portalVersionText}</p>
    </div>
  )
}

export function SideMenuLink({ item }: { item: SideItem }) {
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

/** Only one menu entry may be marked as current. */
function useCurrent({ to, end = false, also = [] }: SideItem): 'page' | undefined {
  const { pathname } = useLocation()
  const own = useMatch({ path: to, end })
  const near = also.some((path) => matchPath({ path, end: false }, pathname))
  return own || near ? 'page' : undefined
}
