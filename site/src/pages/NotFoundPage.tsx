import { EmptyState } from '@ce/ui/States.tsx'
import { Link } from 'react-router'
import { sitePaths as paths } from '../paths.ts'

export function NotFoundPage() {
  return (
    <div className="site-width plain-page">
      <h1 className="visually-hidden">页面不存在</h1>
      <EmptyState
        title="没有找到这个页面"
        action={
          <span className="next-steps">
            <Link className="site-button" to={paths.home()}>
              返回首页
            </Link>
            <Link className="site-button site-button-quiet" to={paths.search()}>
              搜索全站内容
            </Link>
          </span>
        }
      >
        地址可能输入有误，或内容已经移动、撤下。
      </EmptyState>
    </div>
  )
}
