import { formatDate } from '@ce/client/format.ts'
import { Link } from 'react-router'
import { ItemCover } from './Cover.tsx'
import type { PosterItem } from './data.ts'
import { itemPath } from './item-links.ts'
import type { HomeCardItem, HomeListItem, HomePersonItem } from './load-home.ts'
import { PinnedMark } from './Pinned.tsx'
import { Portrait, titleUnlessInSummary } from './Portrait.tsx'
import { sitePaths as paths } from './paths.ts'

interface ItemsProps<Item = PosterItem> {
  items: readonly Item[]
}

export function DatedItemList({ items }: ItemsProps<HomeListItem>) {
  return (
    <ul className="dated-lines">
      {items.map((item) => (
        <li key={item.id}>
          <Link to={itemPath(paths, item)}>
            <PinnedMark item={item} />
            {item.title}
          </Link>
          <time dateTime={item.publishedAt}>{formatDate(item.publishedAt)}</time>
        </li>
      ))}
    </ul>
  )
}

export function ItemRows({ items, pictures }: ItemsProps & { pictures: boolean }) {
  return (
    <ul className="item-rows">
      {items.map((item, index) => (
        <li key={item.id}>
          <Link to={itemPath(paths, item)}>
            {pictures && <ItemCover item={item} eager={index < 3} />}
            <span className="item-text">
              <span className="item-title">
                <PinnedMark item={item} />
                {item.title}
              </span>
              {item.summary && <span className="item-summary">{item.summary}</span>}
              <span className="item-meta">
                <time dateTime={item.publishedAt}>{formatDate(item.publishedAt)}</time>
                {item.source && <span className="item-source">来源：{item.source}</span>}
                {item.views > 0 && <span>浏览 {item.views} 次</span>}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

export function ItemCards({ items }: ItemsProps<HomeCardItem>) {
  return (
    <ul className="item-cards">
      {items.map((item) => (
        <li key={item.id}>
          <Link to={itemPath(paths, item)}>
            <span className={item.hasVideo && item.coverUrl ? 'card-picture card-video' : 'card-picture'}>
              <ItemCover item={item} />
            </span>
            <span className="card-title">
              <PinnedMark item={item} />
              {item.hasVideo && <span className="visually-hidden">视频：</span>}
              {item.title}
            </span>
            <time dateTime={item.publishedAt}>{formatDate(item.publishedAt)}</time>
          </Link>
        </li>
      ))}
    </ul>
  )
}

export function PersonCards({ items }: ItemsProps<HomePersonItem>) {
  return (
    <ul className="people">
      {items.map((item) => (
        <li key={item.id}>
          <Link to={itemPath(paths, item)}>
            <Portrait name={item.title} photoUrl={item.coverUrl} />
            <span className="person-text">
              <span className="person-name">
                {item.title} <span className="person-title">{titleUnlessInSummary(item)}</span>
              </span>
              <span className="item-summary">{item.summary}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
