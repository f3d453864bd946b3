import '@ce/site/site.css'
import { siteInfoQuery } from '@ce/client/first_page.ts'
import { SiteLayout } from '@ce/site/SiteLayout.tsx'
import { ErrorState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'

export function ErrorPage() {
  const { data } = useQuery(siteInfoQuery())
  return (
    <SiteLayout>
      <h1 className="visually-hidden">出错了</h1>
      <ErrorState title="出错了" action={<Link to={paths.home()}>返回首页</Link>}>
        服务器出错，请稍后再试{data?.phone ? `；如一直如此，请拨打 ${data.phone}` : ''}。
      </ErrorState>
    </SiteLayout>
  )
}
