import { deviceVersionAddress } from '@ce/client/mobile.ts'
import { useSession } from '@ce/client/session.ts'
import type { ReactNode } from 'react'
import { Outlet, useLocation, useMatches } from 'react-router'
import { FloatingTools } from './FloatTools.tsx'
import { HeaderNavigation } from './HeaderNavigation.tsx'
import { headerHighlightOf, noHeaderHighlight } from './navigation.ts'
import { sitePaths as paths, useSiteBase } from './paths.ts'
import { SiteFooter } from './SiteFooter.tsx'
import { TopBar } from './TopBar.tsx'
import { readObjectField } from './title.ts'

/** @param tabs the tab bar of signed-in students on phones, which replaces the floating tools */
export function SiteLayout({ tabs }: { tabs?: ReactNode }) {
  const isPhoneShell = useSiteBase() !== ''
  // The server sends everybody the same page, so the tab bar appears only when the browser has read the session.
  const hasTabs = useSession() !== null && tabs !== undefined && (isPhoneShell || belongsToPhoneShell())
  const { pathname } = useLocation()
  // All missing pages have the same markup.
  const missing = readObjectField(useMatches().at(-1)?.handle, 'status') === 404
  const highlight = missing ? noHeaderHighlight : headerHighlightOf(pathname)
  return (
    <>
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
        {/* A moving element would count as layout shift, so the floating tools are rendered anew. */}
        <FloatingTools key={hasTabs ? 'end' : 'fixed'} atEnd={hasTabs} />
      </div>
      {hasTabs && tabs}
    </>
  )
}

/** Pages for both versions (/verify) show no version in their address. */
const belongsToPhoneShell = () => deviceVersionAddress({ pathname: paths.home(), search: '' }) !== null
