import { isMotionReduced } from '@ce/ui/reduced-motion.ts'
import { type RefObject, useEffect, useState } from 'react'

/** Milliseconds that the carousel shows a picture. */
const stayMs = 6_000

/** Moves through a row of slides in a circle. */
export function useCarousel(list: RefObject<HTMLElement | null>, count: number) {
  const [current, setCurrent] = useState(0)
  const [playing, setPlaying] = useState(false)
  const [held, setHeld] = useState(false)
  const turn = (to: number) => {
    const row = list.current
    if (!row) return
    const left = ((to + count) % count) * row.clientWidth
    row.scrollTo({ left, behavior: isMotionReduced() ? 'auto' : 'smooth' })
  }
  useEffect(() => setPlaying(!isMotionReduced()), [])
  useEffect(() => {
    if (!playing || held || count < 2) return
    const timer = setInterval(() => {
      const row = list.current
      if (!row || document.hidden) return
      const next = (Math.round(row.scrollLeft / row.clientWidth) + 1) % count
      row.scrollTo({
        left: next * row.clientWidth,
        behavior: isMotionReduced() ? 'auto' : 'smooth',
      })
    }, stayMs)
    return () => clearInterval(timer)
  }, [playing, held, count, list])
  const scrolled = () => {
    const row = list.current
    if (row) setCurrent(Math.round(row.scrollLeft / row.clientWidth))
  }
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  return { current, playing, setPlaying, turn, hold, release, scrolled }
}
