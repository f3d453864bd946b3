import { EmptyState } from '@ce/ui/States.tsx'
import { Link, useLoaderData } from 'react-router'
import { Article } from '../Article.tsx'
import { hasTableOfContents, SideTableOfContents } from '../Contents.tsx'
import { Breadcrumbs } from '../Crumbs.tsx'
import type { SinglePageData } from '../loaders.ts'
import { sitePaths as paths } from '../paths.ts'

export function GuidePage() {
  const { category, poster } = useLoaderData<SinglePageData>()
  const long = poster !== null && hasTableOfContents(poster)
  return (
    <div className="site-width">
      <Breadcrumbs here={category.title} />
      <div className={long ? 'article-frame article-long' : 'article-frame'}>
        <div className="page-card">
          {poster ? (
            <Article poster={poster} />
          ) : (
            <>
              <h1>{category.title}</h1>
              <EmptyState title="注册指南正在编写">
                发布后会显示在这里。现在就可以注册：准备好身份证件号码、手机号码和资格证书编号。
              </EmptyState>
            </>
          )}
          <div className="next-steps">
            <Link className="site-button" to={paths.register()}>
              注册平台账号
            </Link>
            <Link className="site-button site-button-quiet" to={paths.catalogue()}>
              先看课程目录
            </Link>
            <Link className="site-button site-button-quiet" to={paths.login()}>
              已有账号，登录
            </Link>
          </div>
        </div>
        {long && <SideTableOfContents contents={poster.contents} />}
      </div>
    </div>
  )
}
