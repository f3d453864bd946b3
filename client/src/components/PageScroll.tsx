import { useLayoutEffect } from 'react'
import type { NavigationType } from 'react-router'
import { ScrollRestoration, useLocation, useNavigationType } from 'react-router'

export function PageScrollRestoration() {
  return (
    <>
      <ScrollManner />
      <ScrollRestoration />
    </>
  )
}

/**
 * Sets how the current navigation scrolls, then resets it. It must render before ScrollRestoration, which does the
 * scrolling.
 */
function ScrollManner() {
  const location = useLocation()
  const type = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation of the same type is another navigation
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.scrollBehavior = scrollBehaviourOf(type)
    const frame = requestAnimationFrame(() => {
      style.scrollBehavior = ''
    })
    return () => cancelAnimationFrame(frame)
  }, [location, type])
  return null
}

/** New pages scroll smoothly, Back jumps (decision 024). base.css overrides it for reduced motion. */
export function scrollBehaviourOf(type: `${NavigationType}`): 'smooth' | 'auto' {
  return type === 'POP' ? 'auto' : 'smooth'
}
