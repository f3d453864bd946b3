import { Link, useLoaderData } from 'react-router'
import { Article } from '../Article.tsx'
import { hasContents, SideContents } from '../Contents.tsx'
import { Crumbs } from '../Crumbs.tsx'
import type { DetailData } from '../loaders.ts'
import { sitePaths as paths } from '../paths.ts'

/** One item (specification §2). */
export function DetailPage() {
  const { category, poster } = useLoaderData<DetailData>()
  const long = hasContents(poster)
  return (
    <div className="site-width">
      <Crumbs way={[{ to: paths.list(category.name), title: category.title }]} here="正文" />
      <div className={long ? 'article-frame article-long' : 'article-frame'}>
        <div className="page-card">
          <Article poster={poster} />
          <Neighbours />
        </div>
        {long && <SideContents contents={poster.contents} />}
      </div>
    </div>
  )
}

function Neighbours() {
  const { category, poster } = useLoaderData<DetailData>()
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
