import { Shell } from '@ce/frame/Shell.tsx'
import { PageTitle } from '@ce/frame/student/PageTitle.tsx'
import { useLayoutEffect } from 'react'
import { ScrollRestoration, useLocation, useNavigationType } from 'react-router'
import { scrollManner } from './scroll-manner.ts'

/** What stands around every screen; back leads to where a list was left. */
export function PhoneRoot() {
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
