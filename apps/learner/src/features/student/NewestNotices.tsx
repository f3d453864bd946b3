import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { newestNoticesQuery } from '@ce/client/first_page.ts'
import { formatDate } from '@ce/client/format.ts'
import { PinnedMark } from '@ce/site/Pinned.tsx'
import { sitePaths } from '@ce/site/paths.ts'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import classes from './NewestNotices.module.css'

export function NewestNotices() {
  const query = useQuery(newestNoticesQuery())
  return (
    <QueryContent query={query} skeleton={<Skeleton shape={['line', 'line', 'line']} />}>
      {({ list }) =>
        list.length === 0 ? (
          <EmptyState title="还没有通知">协会发布通知后，最新的会显示在这里。</EmptyState>
        ) : (
          <>
            <ul className={classes.notices}>
              {list.map((item) => (
                <li key={item.id}>
                  <Link to={sitePaths.detail('notice', item.id)}>
                    <PinnedMark item={item} />
                    {item.title}
                  </Link>
                  <time dateTime={item.publishedAt}>{formatDate(item.publishedAt)}</time>
                </li>
              ))}
            </ul>
            <p className={classes.all}>
              <Link to={sitePaths.list('notice')}>全部通知公告</Link>
            </p>
          </>
        )
      }
    </QueryContent>
  )
}
