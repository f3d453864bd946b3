import { ErrorState } from '@ce/ui/States.tsx'
import { useEffect } from 'react'
import { Link, useLocation, useRouteError } from 'react-router'
import { useSiteInfo } from './data.ts'
import { NotFoundPage } from './pages/NotFoundPage.tsx'
import { useSitePaths } from './paths.ts'
import { isMissing } from './title.ts'

/** In place of a public page: there is none at this address, or its data could not be had. */
export function SiteProblem() {
  const error = useRouteError()
  const missing = isMissing(error)
  useEffect(() => {
    if (!missing) console.error(error)
  }, [error, missing])
  return missing ? <NotFoundPage /> : <Broken />
}

function Broken() {
  const paths = useSitePaths()
  const { pathname } = useLocation()
  const phone = useSiteInfo()?.phone
  return (
    <>
      <h1 className="visually-hidden">页面出错了</h1>
      <ErrorState
        title="页面暂时打不开"
        action={
          <>
            <Link to={pathname} reloadDocument>
              重新加载
            </Link>
            {' · '}
            <Link to={paths.home()}>返回首页</Link>
          </>
        }
      >
        请检查网络后重新加载{phone ? `；如一直如此，请拨打 ${phone}` : ''}。
      </ErrorState>
    </>
  )
}
