import { type TouchEvent, useRef, useState } from 'react'

/** Pixels: the pull that triggers a refresh, and the largest distance that is shown. */
const enough = 64
const most = 80

interface Touched {
  target: EventTarget
  /** Pixels by which the page is scrolled down. */
  scrolled: number
  fingers: number
}

/** A pull needs one finger at the top of the page. Touches in dialogs bubble to here and do not count. */
export function isPullStart({ target, scrolled, fingers }: Touched): boolean {
  if (scrolled > 0 || fingers !== 1) return false
  return !(target instanceof Element && target.closest('dialog'))
}

/** Handles a pull to refresh. `distance` is in pixels; `ready` means that releasing refreshes. */
export function usePullToRefresh(refresh: () => Promise<unknown>) {
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
        const begins = isPullStart({
          target: event.target,
          scrolled: window.scrollY,
          fingers: event.touches.length,
        })
        from.current = begins && touch ? touch.clientY : null
      },
      onTouchMove: ({ touches }: TouchEvent) => {
        if (from.current === null) return
        const pulled = (touches[0]?.clientY ?? from.current) - from.current
        // Halve the distance, so that the page resists the pull.
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
