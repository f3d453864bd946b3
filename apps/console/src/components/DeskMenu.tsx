import { DownOutlined, HomeOutlined } from '@ant-design/icons'
import { createStoredValue } from '@ce/client/stored-value.ts'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'
import { SideMenuLink } from '../kit/SideMenu.tsx'
import { paths } from '../paths.ts'
import classes from './DeskMenu.module.css'
import { type DeskGroup, deskGroupOfPath, useDeskGroups } from './desks.ts'

const closed = createStoredValue('console.closedGroups', readTitles)

function readTitles(text: string): string[] | null {
  const value: unknown = JSON.parse(text)
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : null
}

/** The user cannot collapse the menu group that contains the open page. */
export function DeskMenu() {
  const groups = useDeskGroups()
  const { pathname } = useLocation()
  const ref = useRef<HTMLDivElement>(null)
  const hidden = closed.useValue() ?? []
  const here = deskGroupOfPath(pathname, groups)
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving opens a group; closing it again afterwards is allowed
  useEffect(() => {
    if (here && hidden.includes(here)) closed.set(hidden.filter((title) => title !== here))
  }, [pathname])
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each navigation, and when the menu is first there
  useEffect(() => {
    ref.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  const toggle = (title: string) =>
    closed.set(hidden.includes(title) ? hidden.filter((one) => one !== title) : [...hidden, title])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys among the links and buttons inside, which Tab reaches too
    <div ref={ref} className={classes.menu} onKeyDown={moveByArrows}>
      <ul>
        <SideMenuLink item={{ to: paths.home(), text: '待办', Icon: HomeOutlined, end: true }} />
      </ul>
      {groups.map((group) => (
        <Group
          key={group.title}
          group={group}
          open={!hidden.includes(group.title)}
          current={group.title === here}
          onToggle={() => toggle(group.title)}
        />
      ))}
    </div>
  )
}

interface GroupProps {
  group: DeskGroup
  open: boolean
  current: boolean
  onToggle: () => void
}

function Group({ group, open, current, onToggle }: GroupProps) {
  const id = useId()
  return (
    <div>
      <h2 className={classes.heading}>
        <button
          type="button"
          className={current && !open ? `${classes.button} ${classes.current}` : classes.button}
          aria-expanded={open}
          aria-controls={id}
          onClick={onToggle}
        >
          {group.title}
          <DownOutlined aria-hidden className={open ? classes.open : classes.shut} />
        </button>
      </h2>
      <ul id={id} hidden={!open}>
        {group.desks.map((item) => (
          <SideMenuLink key={item.to} item={item} />
        ))}
      </ul>
    </div>
  )
}

function moveByArrows(event: KeyboardEvent<HTMLDivElement>): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')].filter(
    (one) => !one.closest('[hidden]'),
  )
  const at = all.findIndex((one) => one.matches(':focus'))
  const last = all.length - 1
  const next = {
    ArrowDown: Math.min(at + 1, last),
    ArrowUp: Math.max(at - 1, 0),
    Home: 0,
    End: last,
  }[event.key]
  if (next === undefined || at < 0) return
  event.preventDefault()
  all[next]?.focus()
}
