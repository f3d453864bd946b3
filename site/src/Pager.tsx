import { Link } from 'react-router'

interface PagerProps {
  page: number
  pageSize: number
  total: number
  to: (page: number) => string
}

/** Pages are links, so they work without scripts. */
export function Pager({ page, pageSize, total, to }: PagerProps) {
  const last = Math.max(1, Math.ceil(total / pageSize))
  if (last === 1) return <p className="pager-total">共 {total} 条</p>
  const shown = listPagerPages(page, last)
  return (
    <nav className="pager" aria-label="分页">
      <p className="pager-total">
        共 {total} 条，第 {page} / {last} 页
      </p>
      <ul>
        {page > 1 && (
          <li>
            <Link to={to(page - 1)} rel="prev">
              上一页
            </Link>
          </li>
        )}
        {shown.map((number, index) => (
          <li key={number} className={number - (shown[index - 1] ?? 0) > 1 ? 'pager-gap' : ''}>
            <Link
              to={to(number)}
              aria-label={`第 ${number} 页`}
              {...(number === page ? { 'aria-current': 'page' as const } : {})}
            >
              {number}
            </Link>
          </li>
        ))}
        {page < last && (
          <li>
            <Link to={to(page + 1)} rel="next">
              下一页
            </Link>
          </li>
        )}
      </ul>
    </nav>
  )
}

export function listPagerPages(page: number, last: number): number[] {
  const wanted = [1, page - 1, page, page + 1, last]
  return [...new Set(wanted)].filter((number) => number >= 1 && number <= last)
}
