import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { formatDateTime } from '@ce/client/format.ts'
import { type PosterState, type PosterSummary, posterListQuery } from '@ce/client/staff/poster.ts'
import { categoryById } from '@ce/contract/categories'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './HomePage.module.css'

const shown = 5

interface WaitingPostersProps {
  state: PosterState
  title: string
  nothing: string
}

/** Shows the number and newest of the content items in one state, with a link to all of them. */
export function WaitingPosters({ state, title, nothing }: WaitingPostersProps) {
  const query = useQuery(posterListQuery({ state, page: 1, pageSize: shown }))
  const id = useId()
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {query.data && <span className={classes.count}>{query.data.total} 篇</span>}
      </div>
      <QueryContent query={query}>
        {({ list, total }) =>
          total === 0 ? (
            <p>{nothing}</p>
          ) : (
            <>
              <ul className={classes.list}>
                {list.map((poster) => (
                  <Item key={poster.id} poster={poster} />
                ))}
              </ul>
              {total > list.length && (
                <p className={classes.more}>
                  <Link to={paths.postersIn(state)}>查看全部 {total} 篇</Link>
                </p>
              )}
            </>
          )
        }
      </QueryContent>
    </section>
  )
}

function Item({ poster }: { poster: PosterSummary }) {
  const { id, title, state, publishAt, updatedAt, categoryId } = poster
  const category = categoryById(categoryId)?.title ?? ''
  const when = state === 'SCHEDULED' ? `${formatDateTime(publishAt)} 发布` : `${formatDateTime(updatedAt)} 改`
  return (
    <li>
      <Link to={paths.poster(id)}>{title}</Link>
      <span className={classes.meta}>
        {category} · {when}
      </span>
    </li>
  )
}
