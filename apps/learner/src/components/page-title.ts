import { useSiteInfo } from '@ce/site/data.ts'
import { joinTitle } from '@ce/site/title.ts'
import { useEffect } from 'react'
import { useLocation } from 'react-router'

let own: { pathname: string; title: string } | undefined

/** Returns the title that the page set for its path; undefined if the title of the route applies. */
export function pageTitleOf({ pathname }: { pathname: string }): string | undefined {
  return own?.pathname === pathname ? own.title : undefined
}

/** Sets a title from loaded data, for example `课程名 · 课时`. */
export function usePageTitle(title: string | undefined): void {
  const { key } = useLocation()
  const site = useSiteInfo()?.title
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same screen may come to stand at another address
  useEffect(() => {
    if (!title) return
    // The path includes the basename, as the router's location does.
    own = { pathname: window.location.pathname, title }
    document.title = joinTitle(title, site)
    return () => {
      own = undefined
    }
  }, [key, title, site])
}
