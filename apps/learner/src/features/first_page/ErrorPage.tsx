import { CallFailed, withRequestNumber } from '@ce/client/answers.ts'
import { useSiteInfo } from '@ce/site/data.ts'
import { sitePaths as paths } from '@ce/site/paths.ts'
import { toDialNumber } from '@ce/site/telephone.ts'
import { ErrorState } from '@ce/ui/States.tsx'
import { Link, useRouteError } from 'react-router'

export function ErrorPage() {
  const phone = useSiteInfo()?.phone
  const error = useRouteError()
  const requestId = error instanceof CallFailed ? error.requestId : undefined
  return (
    <div className="site-width">
      <h1 className="visually-hidden">出错了</h1>
      <ErrorState
        title="出错了"
        action={
          <span className="next-steps">
            <Link className="site-button" to={paths.home()}>
              返回首页
            </Link>
          </span>
        }
      >
        {withRequestNumber('服务器出错，请稍后再试。', requestId)}
        {phone && (
          <>
            如一直如此，请拨打 <a href={toDialNumber(phone)}>{phone}</a>。
          </>
        )}
      </ErrorState>
    </div>
  )
}
