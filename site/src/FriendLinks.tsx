import type { Friendlink } from './data.ts'
import { parseFriendAddress } from './friend-address.ts'
import { LocalLink } from './LocalLink.tsx'

export function FriendLinks({ links }: { links: readonly Friendlink[] }) {
  const shown = links.flatMap(({ id, title, redirectUrl }) => {
    const address = parseFriendAddress(redirectUrl)
    return address ? [{ id, title, address }] : []
  })
  if (shown.length === 0) return null
  return (
    <nav className="site-width friend-links" aria-labelledby="friend-links">
      <h2 id="friend-links">友情链接</h2>
      <ul>
        {shown.map(({ id, title, address }) => (
          <li key={id}>
            {'path' in address ? (
              <LocalLink to={address.path}>{title}</LocalLink>
            ) : (
              <a href={address.href} target="_blank" rel="noopener noreferrer">
                {title}
                <span className="visually-hidden">（新窗口打开）</span>
                <span className="friend-host">{address.host}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
