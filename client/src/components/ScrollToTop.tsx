import { isMotionReduced } from '@ce/ui/reduced-motion.ts'
import { useEffect, useRef } from 'react'
import { type Location, type NavigationType, useLocation, useNavigationType } from 'react-router'

/** Of a navigation that opens or closes something on the page itself: what lies under it stays where it is. */
export const inPlace = { inPlace: true } as const

/** Smooth scroll to the top on navigation (specification §2 rule 5); a hash keeps its own target. */
export function ScrollToTop() {
  const location = useLocation()
  const type = useNavigationType()
  const last = useRef(location)
  useEffect(() => {
    const before = last.current
    if (before.key === location.key) return
    last.current = location
    if (location.hash || isInPlace(before, location, type)) return
    window.scrollTo({ top: 0, behavior: isMotionReduced() ? 'auto' : 'smooth' })
  }, [location, type])
  return null
}

/** Whether only something on the page was opened or closed; Back closes, too, and comes to an entry that does not say so. */
export function isInPlace(before: Location, now: Location, type: `${NavigationType}`): boolean {
  const back = type === 'POP' && before.state?.inPlace
  return before.pathname === now.pathname && Boolean(now.state?.inPlace || back)
}
