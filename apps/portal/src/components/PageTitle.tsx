import { siteInfoQuery } from '@ce/client/first_page.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useMatches } from 'react-router'

const builtInName = document.title

/** The document title `页面 - 站名` on each navigation (specification §2), told to screen readers too. */
export function PageTitle() {
  const { data } = useQuery(siteInfoQuery())
  const title = titleOf(useMatches())
  const site = data?.title || builtInName
  useEffect(() => {
    document.title = title ? `${title} - ${site}` : site
  }, [title, site])
  return (
    <div className="visually-hidden" aria-live="polite">
      {title}
    </div>
  )
}

/** The innermost route that has a title. */
function titleOf(matches: ReturnType<typeof useMatches>): string | undefined {
  for (const { handle } of matches.toReversed())
    if (handle && typeof handle === 'object' && 'title' in handle) return String(handle.title)
  return undefined
}
