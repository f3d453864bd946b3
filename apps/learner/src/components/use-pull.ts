import { type TouchEvent, useRef, useState } from 'react'

/** px a finger must pull before letting go refreshes, and the most that is shown of it */
const enough = 64
const most = 80

interface Touched {
  target: EventTarget
  /** px of the page that are above the screen */
  scrolled: number
  fingers: number
}

/** One finger on a page that stands at its top; a sheet above the page is none of it, though its touches bubble here. */
export function beginsPull({ target, scrolled, fingers }: Touched): boolean {
  if (scrolled > 0 || fingers !== 1) return false
  return !(target instanceof Element && target.closest('dialog'))
}

/** Pulling down a page that stands at its top. `distance`: px to show; `ready`: letting go refreshes. */
export function usePull(refresh: () => Promise<unknown>) {
  const from = useRef<number | null>(null)
  const [distance, setDistance] = useState(0)
  const [busy, setBusy] = useState(false)
  const finish = async () => {
    const wanted = distance >= enough
    from.current = null
    setDistance(0)
    if (!wanted || busy) return
    setBusy(true)
    await refresh().finally(() => setBusy(false))
  }
  return {
    distance,
    busy,
    ready: distance >= enough,
    handlers: {
      onTouchStart: (event: TouchEvent) => {
        const touch = event.touches[0]
        const begins = beginsPull({
          target: event.target,
          scrolled: window.scrollY,
          fingers: event.touches.length,
        })
        from.current = begins && touch ? touch.clientY : null
      },
      onTouchMove: ({ touches }: TouchEvent) => {
        if (from.current === null) return
        const pulled = (touches[0]?.clientY ?? from.current) - from.current
        // the further, the heavier
        setDistance(Math.max(0, Math.min(most, pulled / 2)))
      },
      onTouchEnd: () => void finish(),
      onTouchCancel: () => {
        from.current = null
        setDistance(0)
      },
    },
  }
}
