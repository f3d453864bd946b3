import { type TouchEvent, useRef, useState } from 'react'

/** px a finger must pull before letting go refreshes, and the most that is shown of it */
const enough = 64
const most = 80

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
      onTouchStart: ({ touches }: TouchEvent) => {
        from.current =
          window.scrollY <= 0 && touches.length === 1 ? (touches[0]?.clientY ?? null) : null
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
