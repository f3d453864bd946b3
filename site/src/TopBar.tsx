import { useSession } from '@ce/client/session.ts'
import { Form, Link } from 'react-router'
import { useSiteInfo } from './data.ts'
import { SearchIcon } from './icons.tsx'
import { LargePrintSwitch } from './LargePrintSwitch.tsx'
import { sitePaths as paths } from './paths.ts'
import { builtInSiteName } from './title.ts'

/** The bar at the top of public pages. */
export function TopBar() {
  const site = useSiteInfo()
  return (
    <div className="site-width top-bar">
      <Link to={paths.home()} className="site-name">
        <img src="/favicon.svg" alt="" width={36} height={36} />
        <span>{site?.title || builtInSiteName}</span>
      </Link>
      <Form action={paths.search()} role="search" className="top-search">
        <input type="search" name="keyword" aria-label="搜索全站内容" placeholder="搜索通知、政策、法规" required />
        <button type="submit" aria-label="搜索">
          <SearchIcon />
        </button>
      </Form>
      <div className="top-side">
        <Link to={paths.search()} className="top-link top-to-search">
          <SearchIcon />
          <span className="visually-hidden">搜索</span>
        </Link>
        <LargePrintSwitch className="top-link top-print">大字版</LargePrintSwitch>
        <Who />
      </div>
    </div>
  )
}

/** The server does not know the signed-in person's name. */
function Who() {
  const session = useSession()
  return (
    <nav className="top-who" aria-label="账户">
      {session ? (
        <Link to={paths.dashboard()} className="top-link top-name">
          {session.userInfo.name}
        </Link>
      ) : (
        <>
          <Link to={paths.login()} className="top-link">
            登录
          </Link>
          <Link to={paths.register()} className="top-link">
            注册
          </Link>
        </>
      )}
    </nav>
  )
}
