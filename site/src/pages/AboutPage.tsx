import { useLoaderData } from 'react-router'
import { Article } from '../Article.tsx'
import { ContactCard } from '../ContactCard.tsx'
import { Breadcrumbs } from '../Crumbs.tsx'
import type { SinglePageData } from '../loaders.ts'

export function AboutPage() {
  const { category, poster } = useLoaderData<SinglePageData>()
  return (
    <div className="site-width">
      <Breadcrumbs here={category.title} />
      <div className="about-frame">
        <div className="page-card">
          {poster ? <Article poster={poster} /> : <h1>{category.title}</h1>}
          {!poster && <p>协会的介绍正在编写，发布后会显示在这里。</p>}
        </div>
        <ContactCard />
      </div>
    </div>
  )
}
