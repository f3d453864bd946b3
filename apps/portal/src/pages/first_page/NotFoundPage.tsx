import '@ce/site/site.css'
import { SiteLayout } from '@ce/site/SiteLayout.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'

export function NotFoundPage() {
  return (
    <SiteLayout>
      <h1 className="visually-hidden">页面不存在</h1>
      <EmptyState title="没有找到这个页面" action={<Link to={paths.home()}>返回首页</Link>}>
        地址可能输入有误，或页面已经移动。
      </EmptyState>
    </SiteLayout>
  )
}
