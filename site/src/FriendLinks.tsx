import { Link } from 'react-router'
import type { Friendlink } from './data.ts'
import { localAddress, useSiteBase } from './paths.ts'

/** The friendly links (specification §1); nothing when there are none. */
export function FriendLinks({ links }: { links: readonly Friendlink[] }) {
  const base = useSiteBase()
  if (links.length === 0) return null
  return (
    <nav className="site-width friend-links" aria-labelledby="friend-links">
      <h2 id="friend-links">友情链接</h2>
      <ul>
        {links.map(({ id, title, redirectUrl }) => (
          <li key={id}>
            {redirectUrl.startsWith('/') ? (
              <Link to={localAddress(redirectUrl, base)}>{title}</Link>
            ) : (
              <a href={redirectUrl} target="_blank" rel="noopener noreferrer">
                {title}
                <span className="visually-hidden">（新窗口打开）</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
