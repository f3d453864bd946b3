import { useEffect, useRef } from 'react'

/** A phone that is turned on its side shows the picture and nothing else; scrolling leads to the rest. */
export function useTurned() {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const lying = matchMedia('(orientation: landscape) and (height < 500px)')
    const show = () => {
      if (lying.matches) ref.current?.scrollIntoView({ block: 'start' })
    }
    show()
    lying.addEventListener('change', show)
    return () => lying.removeEventListener('change', show)
  }, [])
  return ref
}
