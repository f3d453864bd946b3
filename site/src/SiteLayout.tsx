import './site.css'
import { Outlet, useLocation } from 'react-router'
import { FloatTools } from './FloatTools.tsx'
import { HeaderNavigation } from './HeaderNavigation.tsx'
import { highlightOf } from './navigation.ts'
import { SiteFooter } from './SiteFooter.tsx'
import { TopBar } from './TopBar.tsx'

/** Head and foot of every public page (specification §2). */
export function SiteLayout() {
  const highlight = highlightOf(useLocation().pathname)
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
