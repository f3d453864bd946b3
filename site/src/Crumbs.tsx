import { Link } from 'react-router'
import { sitePaths as paths } from './paths.ts'

interface CrumbsProps {
  way?: readonly { to: string; title: string }[]
  here: string
}

export function Breadcrumbs({ way = [], here }: CrumbsProps) {
  return (
    <nav className="crumbs" aria-label="当前位置">
      <ol>
        {[{ to: paths.home(), title: '首页' }, ...way].map(({ to, title }) => (
          <li key={to}>
            <Link to={to}>{title}</Link>
          </li>
        ))}
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  )
}
