import { useSiteInfo } from '@ce/site/data.ts'
import { titleOf } from '@ce/site/title.ts'
import { useEffect } from 'react'
import { useLocation } from 'react-router'

let own: { pathname: string; title: string } | undefined

/** The title that the screen at an address has given itself; undefined: it has what its route is called. */
export function ownTitle({ pathname }: { pathname: string }): string | undefined {
  return own?.pathname === pathname ? own.title : undefined
}

/** Names the document by what the screen shows, as `课程名 · 课时`, once that is known. */
export function useOwnTitle(title: string | undefined): void {
  const { key } = useLocation()
  const site = useSiteInfo()?.title
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same screen may come to stand at another address
  useEffect(() => {
    if (!title) return
    // with the base of the shell, as the router's own location has it
    own = { pathname: window.location.pathname, title }
    document.title = titleOf(title, site)
    return () => {
      own = undefined
    }
  }, [key, title, site])
}
