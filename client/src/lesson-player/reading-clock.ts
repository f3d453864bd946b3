import type { Player, PlayerMediaControls } from './player.ts'
import type { PauseReason } from './state.ts'

/** Milliseconds between two ticks of the reading clock, as often as browsers report playing. */
const tickMs = 250
/** Most seconds counted between two ticks. A longer silence means a sleep or a blocked page. */
const stepMost = 1

export interface ReadingPage {
  /** Seconds of a clock that nobody can set. */
  seconds(): number
  visible(): boolean
  focused(): boolean
}

export interface ReadingClock {
  /** The reader scrolled, typed or touched. */
  moved(): void
  look(): void
  stop(): void
}

/**
 * Plays an article like a film, so that the player counts the reading time (decision 013).
 * @param idleSeconds seconds without movement after which reading pauses, set by the server
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

  /** A film reports asynchronously, so the reading clock does too. */
  const tell = (event: Parameters<typeof dispatch>[0]) => queueMicrotask(() => dispatch(event))

  function why(): PauseReason | null {
    if (!page.visible()) return 'hidden'
    if (!page.focused()) return 'away'
    return page.seconds() - movedAt >= idleSeconds ? 'idle' : null
  }

  function halt(): void {
    clearInterval(timer)
    running = false
  }

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

  const picture: PlayerMediaControls = {
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
    // The reading clock has one speed and no address.
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
      player.attach(null)
      halt()
    },
  }
}
