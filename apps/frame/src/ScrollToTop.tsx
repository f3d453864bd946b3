import { isMotionReduced } from '@ce/ui/reduced-motion.ts'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Smooth scroll to the top on navigation (specification §2 rule 5); a hash keeps its own target. */
export function ScrollToTop() {
  const { key, hash } = useLocation()
  const last = useRef(key)
  useEffect(() => {
    if (last.current === key) return
    last.current = key
    if (hash) return
    window.scrollTo({ top: 0, behavior: isMotionReduced() ? 'auto' : 'smooth' })
  }, [key, hash])
  return null
}
