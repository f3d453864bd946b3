import { versionLink } from '@ce/contract/mobile'
import { EmptyState } from '@ce/ui/States.tsx'
import { Link, useLocation } from 'react-router'
import { useSitePaths } from '../paths.ts'

/** What stands for a page of the private area below /h5 until the phone's own exists. */
export function PhonePrivatePage() {
  const paths = useSitePaths()
  const { pathname, search } = useLocation()
  return (
    <section className="site-width plain-page" aria-labelledby="phone-private">
      <h1 id="phone-private" className="visually-hidden">
        请使用电脑版
      </h1>
      <EmptyState
        title="这一页的手机版正在建设"
        action={
          <span className="next-steps">
            <a
              className="site-button"
              href={versionLink('desktop', pathname, search)}
              rel="nofollow"
            >
              使用电脑版
            </a>
            <Link className="site-button site-button-quiet" to={paths.home()}>
              返回首页
            </Link>
          </span>
        }
      >
        登录、报名、学习、考试和学时证明目前请使用电脑版；点下面的按钮，在手机上也能打开。
      </EmptyState>
    </section>
  )
}
