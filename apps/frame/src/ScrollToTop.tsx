import { isMotionReduced } from '@ce/ui/reduced-motion.ts'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Of a navigation that opens or closes something on the page itself: what lies under it stays where it is. */
export const inPlace = { inPlace: true } as const

/** Smooth scroll to the top on navigation (specification §2 rule 5); a hash keeps its own target. */
export function ScrollToTop() {
  const { key, hash, state } = useLocation()
  const stays = Boolean(state?.inPlace)
  const last = useRef(key)
  useEffect(() => {
    if (last.current === key) return
    last.current = key
    if (hash || stays) return
    window.scrollTo({ top: 0, behavior: isMotionReduced() ? 'auto' : 'smooth' })
  }, [key, hash, stays])
  return null
}
