import { Link, useLoaderData } from 'react-router'
import { Article } from '../Article.tsx'
import { hasTableOfContents, SideTableOfContents } from '../Contents.tsx'
import { Breadcrumbs } from '../Crumbs.tsx'
import type { DetailPageData } from '../loaders.ts'
import { sitePaths as paths } from '../paths.ts'

export function DetailPage() {
  const { category, poster } = useLoaderData<DetailPageData>()
  const long = hasTableOfContents(poster)
  return (
    <div className="site-width">
      <Breadcrumbs way={[{ to: paths.list(category.name), title: category.title }]} here="正文" />
      <div className={long ? 'article-frame article-long' : 'article-frame'}>
        <div className="page-card">
          <Article poster={poster} />
          <Neighbours />
        </div>
        {long && <SideTableOfContents contents={poster.contents} />}
      </div>
    </div>
  )
}

function Neighbours() {
  const { category, poster } = useLoaderData<DetailPageData>()
  const sides = [
    { name: '上一篇', item: poster.previous },
    { name: '下一篇', item: poster.next },
  ]
  return (
    <nav className="neighbours" aria-label="上一篇和下一篇">
      {sides.map(({ name, item }) => (
        <p key={name}>
          <span>{name}：</span>
          {item ? <Link to={paths.detail(category.name, item.id)}>{item.title}</Link> : '没有了'}
        </p>
      ))}
      <Link to={paths.list(category.name)} className="neighbours-list">
        返回{category.title}列表
      </Link>
    </nav>
  )
}
