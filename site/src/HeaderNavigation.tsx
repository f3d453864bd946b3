import { categoryByName } from '@ce/contract/categories'
import { revealFocused, revealInRow } from '@ce/ui/reveal-in-row.ts'
import { type RefObject, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { type HeaderHighlight, homeMenuItems, type NavigationKey, navigation } from './navigation.ts'
import { sitePaths as paths, type SitePaths } from './paths.ts'

const targets: Record<NavigationKey, (paths: SitePaths) => string> = {
  home: (paths) => paths.home(),
  guide: (paths) => paths.guide(),
  education: (paths) => paths.system(),
  news: (paths) => paths.list('news'),
  political: (paths) => paths.list('political'),
  grant: (paths) => paths.grant(),
  aboutUs: (paths) => paths.aboutUs(),
}

/** The header's navigation (docs/rules/screens.md#header). The menu of 首页 has the lists of people. */
export function HeaderNavigation({ highlight }: { highlight: HeaderHighlight }) {
  const { pathname } = useLocation()
  const row = useRef<HTMLUListElement>(null)
  useCurrentInSight(row, highlight.item)
  const current = (to: string, is: boolean) =>
    is ? { 'aria-current': pathname === to ? ('page' as const) : ('true' as const) } : {}
  return (
    <>
      <nav className="main-nav ui-light" aria-label="主导航">
        <ul className="site-width" ref={row} onFocus={revealFocused}>
          {navigation.map(({ key, title }) => {
            const to = targets[key](paths)
            return (
              <li key={key}>
                <Link
                  to={to}
                  {...current(to, key === highlight.item)}
                  {...(key === 'grant' ? { target: '_blank', rel: 'noopener' } : {})}
                >
                  {title}
                  {key === 'grant' && <span className="visually-hidden">（新窗口打开）</span>}
                </Link>
              </li>
            )
          })}
        </ul>
      </nav>
      {highlight.sub && (
        <nav className="sub-nav" aria-label="首页栏目">
          <ul className="site-width">
            {homeMenuItems.map((name) => (
              <li key={name}>
                <Link to={paths.list(name)} {...current(paths.list(name), name === highlight.sub)}>
                  {categoryByName(name)?.title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  )
}

/** On a phone the current item is scrolled into view. */
function useCurrentInSight(row: RefObject<HTMLUListElement | null>, item: NavigationKey | null) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another item is another place in the row
  useEffect(() => {
    const list = row.current
    const link = list?.querySelector<HTMLElement>('[aria-current]')
    if (list && link) revealInRow(list, link)
  }, [item, row])
}
