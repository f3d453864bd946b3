import { beginSession, emit, pump } from './beats.ts'
import { presenceOverdue } from './presence.ts'
import { endsEarly, type Halt, isFree, limitOf } from './state.ts'
import { firstGap } from './stretches.ts'
import { hint, order, seek, serverNow, type Turn } from './turn.ts'

/** so long without an answer: the server is asked where things stand, for another device may have taken over */
export const staleMs = 20_000
/** before the video's address ends */
const addressMarginMs = 60_000
const addressRetryMs = 15_000

/** The person wants it to play; also the way on after every stop. */
export function play(turn: Turn): void {
  const { state } = turn
  const plays = state.wants && state.media === 'playing'
  state.wants = true
  hint(turn, null)
  state.halt = null
  state.stop = null
  // it goes on, and its session with it
  state.endsLater = null
  if (plays || state.media === 'renewing') return
  if (state.media === 'error') {
    state.renewals = 0
    renew(turn)
    return
  }
  askFreshAddress(turn)
  if (state.media === 'ended') rewind(turn)
  if (state.reports) askServer(turn)
  else start(turn)
}

/** Playing begins when the server's clock runs: what is played before it would not be credited. */
function askServer(turn: Turn): void {
  const { state } = turn
  const asked = state.media === 'waiting'
  state.media = 'waiting'
  if (!state.session || presenceOverdue(turn)) beginSession(turn)
  else if (asked || !state.session.open) retryNow(turn)
  else if (turn.now - state.answeredAt <= staleMs) start(turn)
  else emit(turn, 'beat')
}

/** From the first second that is not credited, or from the beginning. */
function rewind(turn: Turn): void {
  const { state } = turn
  const gap = state.done ? 0 : (firstGap(state.covered, state.duration) ?? 0)
  const to = endsEarly(state) ? 0 : gap
  state.position = to
  seek(turn, to)
}

/** Without asking the server: what play and goOn do once they may. */
export function start(turn: Turn): void {
  const { state } = turn
  state.media = 'loading'
  const sought = state.stood?.sought ? state.stood.at : null
  state.stood = { at: sought ?? state.position, since: turn.now, sought: sought !== null }
  state.lastBeatAt = Math.max(state.lastBeatAt, turn.now - 1000)
  order(turn, { do: 'play' })
}

/** The element tells the rest itself (onPaused). */
export function pause(turn: Turn): void {
  const { state } = turn
  state.wants = false
  if (state.media === 'waiting') state.media = 'paused'
  order(turn, { do: 'pause' })
}

/** Nobody seems to read: it pauses and says why. An open presence check keeps its time. */
export function halt(turn: Turn, why: Halt): void {
  if (!turn.state.wants) return
  pause(turn)
  turn.state.halt = why
}

/** To a second of the media, no further than may be played. */
export function seekTo(turn: Turn, to: number): void {
  const { state } = turn
  const limit = limitOf(state)
  if (state.media === 'error' || state.media === 'renewing') return
  if (to > limit && !isFree(state)) hint(turn, 'not-yet')
  seek(turn, Math.min(Math.max(0, to), limit))
}

/** Asks for a fresh address of the video; the old one has run out or the line broke. */
export function renew(turn: Turn): void {
  turn.state.media = 'renewing'
  turn.state.renewals += 1
  order(turn, { do: 'renew' })
}

/**
 * Before the address ends another is fetched beside the playing. Without a network nothing happens: what is loaded
 * plays on, and it is asked again.
 */
export function askFreshAddress(turn: Turn): void {
  const { state, now } = turn
  const ends = !state.loaded && serverNow(turn) > state.addressUntil - addressMarginMs
  if (!(ends || state.addressMissed) || now - state.addressAskedAt < addressRetryMs) return
  state.addressAskedAt = now
  order(turn, { do: 'fetchAddress' })
}

/** The network is back, or somebody presses again: no waiting for the backoff. */
export function retryNow(turn: Turn): void {
  turn.state.retryAt = 0
  pump(turn)
}
