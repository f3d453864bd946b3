import { Link } from 'react-router'
import { listPlace } from './list-place.ts'

interface BackLinkProps {
  /** the list's path */
  to: string
  /** where it leads in a tab that has not been there */
  otherwise?: string
  children?: string
}

/** 返回列表: to the list as this tab left it, with its filters and page. */
export function BackLink({ to, otherwise = to, children = '返回列表' }: BackLinkProps) {
  const place = listPlace(to)
  return (
    <Link to={place ? { pathname: to, search: place.search } : otherwise} state={place?.state}>
      {children}
    </Link>
  )
}
