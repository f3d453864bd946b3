import { formatDate } from '@ce/client/format.ts'
import { peopleCategories } from '@ce/contract/categories'
import { ArticleVideo } from './ArticleVideo.tsx'
import { Attachments } from './Attachments.tsx'
import { FoldedTableOfContents, hasTableOfContents } from './Contents.tsx'
import type { PosterInfo } from './data.ts'
import { Portrait, titleUnlessInSummary } from './Portrait.tsx'
import { Prose } from './Prose.tsx'

export function Article({ poster }: { poster: PosterInfo }) {
  return (
    <article className="article" aria-labelledby="article-title">
      {peopleCategories.includes(poster.categoryId) ? <PersonHead poster={poster} /> : <Head poster={poster} />}
      {hasTableOfContents(poster) && <FoldedTableOfContents contents={poster.contents} />}
      {poster.video && <ArticleVideo video={poster.video} title={poster.title} coverUrl={poster.coverUrl} />}
      <Prose key={poster.id} html={poster.bodyHtml} />
      <Attachments files={poster.attachments} />
    </article>
  )
}

function Head({ poster }: { poster: PosterInfo }) {
  return (
    <header className="article-head">
      <h1 id="article-title">{poster.title}</h1>
      <p className="article-meta">
        <span>
          发布日期：<time dateTime={poster.publishedAt}>{formatDate(poster.publishedAt)}</time>
        </span>
        {poster.source && <span>来源：{poster.source}</span>}
        {poster.author && <span>作者：{poster.author}</span>}
        {poster.views > 0 && <span>浏览 {poster.views} 次</span>}
      </p>
    </header>
  )
}

function PersonHead({ poster }: { poster: PosterInfo }) {
  return (
    <header className="article-head person-head">
      <Portrait name={poster.title} photoUrl={poster.coverUrl} />
      <div>
        <h1 id="article-title">{poster.title}</h1>
        {titleUnlessInSummary(poster) && <p>{titleUnlessInSummary(poster)}</p>}
        {poster.summary && <p className="person-summary">{poster.summary}</p>}
      </div>
    </header>
  )
}
