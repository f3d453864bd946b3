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
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    window.scrollTo({ top: 0, behavior: still ? 'auto' : 'smooth' })
  }, [key, hash])
  return null
}
