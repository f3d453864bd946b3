import { type CategoryName, categories } from '@ce/contract/categories'
import { Link } from 'react-router'
import { sitePaths as paths } from './paths.ts'

export function CategoryNavigation({ open }: { open: CategoryName }) {
  return (
    <nav className="category-nav" aria-label="全部栏目">
      <p>全部栏目</p>
      <ul>
        {categories.map(({ name, title }) => (
          <li key={name}>
            <Link to={paths.list(name)} {...(name === open ? { 'aria-current': 'page' as const } : {})}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
