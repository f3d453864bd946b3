import { useEffect } from 'react'
import type { Player } from './player.ts'
import { makeReadingClock, type ReadingPage } from './reading-clock.ts'

/** Listens while capturing, because scroll events inside the page do not bubble. */
const moves = ['scroll', 'wheel', 'keydown', 'pointermove', 'pointerdown', 'touchmove'] as const

const page: ReadingPage = {
  seconds: () => performance.now() / 1000,
  visible: () => !document.hidden,
  focused: () => document.hasFocus(),
}

export function useReadingClock(player: Player, idleSeconds: number): void {
  useEffect(() => {
    const clock = makeReadingClock(player, page, idleSeconds)
    const stop = new AbortController()
    const options = { capture: true, passive: true, signal: stop.signal }
    for (const name of moves) document.addEventListener(name, clock.moved, options)
    document.addEventListener('visibilitychange', clock.look, options)
    globalThis.addEventListener('blur', clock.look, { signal: stop.signal })
    return () => {
      stop.abort()
      clock.stop()
    }
  }, [player, idleSeconds])
}
