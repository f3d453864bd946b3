import { Shell } from '@ce/client/components/Shell.tsx'
import { useLayoutEffect } from 'react'
import { ScrollRestoration, useLocation, useNavigationType } from 'react-router'
import { PageTitle } from '../components/PageTitle.tsx'
import { scrollManner } from '../components/scroll-manner.ts'

/** What stands around every page. The way on leads to the top smoothly (specification §2 rule 5), the way back to where the page was left. */
export function RootLayout() {
  const scroll = (
    <>
      <ScrollManner />
      <ScrollRestoration />
    </>
  )
  return <Shell title={<PageTitle />} scroll={scroll} />
}

/** Before ScrollRestoration, which scrolls as the document does: only for this navigation, else every list of the page would glide. */
function ScrollManner() {
  const location = useLocation()
  const type = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation of the same type is another navigation
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.scrollBehavior = scrollManner(type)
    const frame = requestAnimationFrame(() => {
      style.scrollBehavior = ''
    })
    return () => cancelAnimationFrame(frame)
  }, [location, type])
  return null
}
