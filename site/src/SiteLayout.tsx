import './site.css'
import { Outlet, useLocation, useMatches } from 'react-router'
import { FloatTools } from './FloatTools.tsx'
import { HeaderNavigation } from './HeaderNavigation.tsx'
import { highlightOf, noHighlight } from './navigation.ts'
import { SiteFooter } from './SiteFooter.tsx'
import { TopBar } from './TopBar.tsx'
import { field } from './title.ts'

/** Head and foot of every public page (specification §2). */
export function SiteLayout() {
  const { pathname } = useLocation()
  // every missing page is one for the server, whatever its address
  const missing = field(useMatches().at(-1)?.handle, 'status') === 404
  const highlight = missing ? noHighlight : highlightOf(pathname)
  return (
    <div className="site">
      <a className="skip-link" href="#content">
        跳到正文
      </a>
      <header className="site-header">
        <TopBar />
        <HeaderNavigation highlight={highlight} />
      </header>
      <main className="site-main" id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <SiteFooter />
      <FloatTools />
    </div>
  )
}
