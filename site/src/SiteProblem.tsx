import { CallOffline } from '@ce/client/answers.ts'
import { reportError } from '@ce/client/reporting/reporting.ts'
import { ErrorState } from '@ce/ui/States.tsx'
import { useEffect } from 'react'
import { Link, useLocation, useRevalidator, useRouteError } from 'react-router'
import { useSiteInfo } from './data.ts'
import { NotFoundPage } from './pages/NotFoundPage.tsx'
import { sitePaths as paths } from './paths.ts'
import { toDialNumber } from './telephone.ts'
import { isNotFoundError } from './title.ts'

/** Replaces a missing public page, or one whose data failed to load. */
export function SiteProblem() {
  const error = useRouteError()
  const missing = isNotFoundError(error)
  useEffect(() => {
    if (missing) return
    console.error(error)
    reportError(error)
  }, [error, missing])
  return missing ? <NotFoundPage /> : <Broken offline={error instanceof CallOffline} />
}

function Broken({ offline }: { offline: boolean }) {
  const { pathname, search } = useLocation()
  const phone = useSiteInfo()?.phone
  useReturn(offline)
  return (
    <div className="site-width plain-page">
      <h1 className="visually-hidden">页面出错了</h1>
      <ErrorState
        title="页面暂时打不开"
        action={
          <span className="next-steps">
            <Link className="site-button" to={pathname + search} reloadDocument>
              重新加载
            </Link>
            <Link className="site-button site-button-quiet" to={paths.home()}>
              返回首页
            </Link>
          </span>
        }
      >
        {offline ? '网络没有连上，恢复后这一页会自动打开。' : '服务器没有正常回答，请稍后重新加载。'}
        {phone && (
          <>
            如一直如此，请拨打 <a href={toDialNumber(phone)}>{phone}</a>。
          </>
        )}
      </ErrorState>
    </div>
  )
}

/** Milliseconds between tries, because no event reports that a server is back. */
const againMs = 10_000

/** Loads the page again when the network is back. */
function useReturn(offline: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!offline) return
    const again = () => void revalidate()
    const timer = setInterval(again, againMs)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
    }
  }, [offline, revalidate])
}
