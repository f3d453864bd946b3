import { Link } from 'react-router'
import { getListPlace } from '../kit/list/list-place.ts'

interface BackLinkProps {
  to: string
  otherwise?: string
  children?: string
}

/** The link returns to the list with the filters and page that the list last showed in this tab. */
export function BackLink({ to, otherwise = to, children = '返回列表' }: BackLinkProps) {
  const place = getListPlace(to)
  return (
    <Link to={place ? { pathname: to, search: place.search } : otherwise} state={place?.state}>
      {children}
    </Link>
  )
}
