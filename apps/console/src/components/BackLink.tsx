import { Link } from 'react-router'
import { listPlace } from './list-place.ts'

/** 返回列表: to the list as this tab left it, with its filters and page. */
export function BackLink({ to, children = '返回列表' }: { to: string; children?: string }) {
  const { search, state } = listPlace(to)
  return (
    <Link to={{ pathname: to, search }} state={state}>
      {children}
    </Link>
  )
}
