import { siteInfoQuery } from '@ce/client/first_page.ts'
import { useSession } from '@ce/client/session.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { sitePaths } from './paths.ts'
import { SiteFooter } from './SiteFooter.tsx'

/** Head and foot of every public page. */
export function SiteLayout({ children }: { children: ReactNode }) {
  const { data: site } = useQuery(siteInfoQuery())
  return (
    <div className="site">
      <header className="site-header">
        <div className="site-width site-header-row">
          <Link to={sitePaths.home()} className="site-name">
            <img src="/favicon.svg" alt="" width={36} height={36} />
            {site?.title ?? '执业药师继续教育平台'}
          </Link>
          <Who />
        </div>
      </header>
      <main className="site-main">{children}</main>
      <SiteFooter site={site} />
    </div>
  )
}

/** 登录 / 注册, or the name of who is signed in. */
function Who() {
  const session = useSession()
  return (
    <nav className="site-who" aria-label="账户">
      {session ? (
        <Link to={sitePaths.dashboard()}>{session.userInfo.name}</Link>
      ) : (
        <>
          <Link to={sitePaths.login()}>登录</Link>
          <Link to={sitePaths.register()}>注册</Link>
        </>
      )}
    </nav>
  )
}
