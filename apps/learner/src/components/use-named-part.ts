import { useIsFetching } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Brings a part into view, and the keys to it, when the address names it: it is there later than the page is. */
export function useNamedPart(name: string): RefObject<HTMLHeadingElement | null> {
  const { hash } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  const led = useRef(false)
  const settled = useIsFetching() === 0
  useEffect(() => {
    if (hash !== `#${name}` || led.current) return
    heading.current?.scrollIntoView()
    heading.current?.focus({ preventScroll: true })
    // what is above it may still grow: its questions are asked a moment after it is drawn
    const timer = setTimeout(() => {
      led.current = settled
    }, 100)
    return () => clearTimeout(timer)
  }, [hash, name, settled])
  return heading
}
