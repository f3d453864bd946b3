import type { Picture, Player } from './player.ts'
import type { Halt } from './state.ts'

/** as often as browsers tell of a film */
const tickMs = 250
/** a longer silence of the page is sleep, or a device too busy to show a page: only so much of it was read */
const stepMost = 1

/** What a reading clock sees of its page. */
export interface ReadingPage {
  /** seconds of a clock that nobody sets */
  seconds(): number
  visible(): boolean
  focused(): boolean
}

export interface ReadingClock {
  /** the reader did something: scrolled, typed, touched */
  moved(): void
  /** what the page is like may have changed */
  look(): void
  stop(): void
}

/**
 * The film of a lesson that is read: no picture, only its seconds (decision 013). It runs like a film at 1×, and tells
 * the player what a film would; it stops by itself when nobody can be reading.
 * @param idleSeconds without a move of the reader; the server's figure
 */
export function makeReadingClock(
  player: Pick<Player, 'attach' | 'dispatch' | 'read'>,
  page: ReadingPage,
  idleSeconds: number,
): ReadingClock {
  const { dispatch } = player
  const { duration, position } = player.read()
  let at = position
  let running = false
  let seenAt = page.seconds()
  let movedAt = seenAt
  let timer: ReturnType<typeof setInterval> | undefined

  /** A film tells of itself a moment later, never while it is being ordered about. */
  const tell = (event: Parameters<typeof dispatch>[0]) => queueMicrotask(() => dispatch(event))

  function why(): Halt | null {
    if (!page.visible()) return 'hidden'
    if (!page.focused()) return 'away'
    return page.seconds() - movedAt >= idleSeconds ? 'idle' : null
  }

  function halt(): void {
    clearInterval(timer)
    running = false
  }

  /** What was read up to now counts, whatever stops it now. */
  function advance(): number {
    const now = page.seconds()
    const passed = Math.min(Math.max(0, now - seenAt), stepMost)
    seenAt = now
    if (running) at = Math.min(duration, at + passed)
    return at
  }

  function tick(): void {
    advance()
    if (!running) return
    const reason = why()
    if (at >= duration) {
      halt()
      dispatch({ on: 'ended' })
    } else if (reason) dispatch({ on: 'halted', why: reason })
    else dispatch({ on: 'time', at, loaded: true })
  }

  const picture: Picture = {
    at: () => (running ? advance() : null),
    play: async () => {
      if (running) return
      running = true
      seenAt = page.seconds()
      timer = setInterval(tick, tickMs)
      tell({ on: 'playing', at })
    },
    pause: () => {
      if (!running) return
      halt()
      tell({ on: 'paused' })
    },
    seek: (to) => {
      at = to
      tell({ on: 'seeking', at })
      tell({ on: 'seeked', at, paused: !running })
    },
    // it has one speed and no address
    normalSpeed: () => undefined,
    load: async () => undefined,
  }
  player.attach(picture)
  return {
    moved: () => {
      movedAt = page.seconds()
    },
    look: tick,
    stop: () => {
      // seen once more before it goes
      player.attach(null)
      halt()
    },
  }
}
