import { useLayoutEffect } from 'react'
import {
  type NavigationType,
  ScrollRestoration,
  useLocation,
  useNavigationType,
} from 'react-router'

/** Where a page stands when it comes: at the top on the way on, on the way back where it was left. */
export function ScrollPlace() {
  return (
    <>
      <ScrollManner />
      <ScrollRestoration />
    </>
  )
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

/**
 * The way on glides to the top (specification §2 rule 5), Back stands at once where a page was left (decision 024). Who asked for less motion
 * gets none: base.css has the last word.
 */
export function scrollManner(type: `${NavigationType}`): 'smooth' | 'auto' {
  return type === 'POP' ? 'auto' : 'smooth'
}
