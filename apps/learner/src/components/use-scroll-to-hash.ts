import { useIsFetching } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Scrolls to the section that the hash names and focuses it, once the section is rendered. */
export function useScrollToHash(name: string): RefObject<HTMLHeadingElement | null> {
  const { hash } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  const led = useRef(false)
  const settled = useIsFetching() === 0
  useEffect(() => {
    if (hash !== `#${name}` || led.current) return
    heading.current?.scrollIntoView()
    heading.current?.focus({ preventScroll: true })
    /**
     * Scroll again until no query runs for 100 ms: content above may still grow, because its queries start just after
     * rendering.
     */
    const timer = setTimeout(() => {
      led.current = settled
    }, 100)
    return () => clearTimeout(timer)
  }, [hash, name, settled])
  return heading
}
