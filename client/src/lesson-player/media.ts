import { beatMs, closeStretch, emit, emitPlayed } from './beats.ts'
import { askFreshAddress, pause, play, renew } from './orders.ts'
import { endInTime, keepPresence } from './presence.ts'
import { endDriftSeconds, isFree, limitOf, type MediaPhase } from './state.ts'
import { toTenth } from './stretches.ts'
import { hint, order, seek, serverNow, type Turn } from './turn.ts'

/** rounding and the element's own steps */
const stepSeconds = 0.3
/** how much faster than the clock a stretch may seem to grow between two looks */
const driftSeconds = 1
/** clocks of films are not ours */
const clockFactor = 1.1
/** no page is too busy to hear of its picture for longer */
const lateSeconds = 10
/** speeds to choose from when free */
const fastest = 2
const hintMs = 6000
/** so far before the limit a browser is sent that landed beyond it twice; then twice as far */
const safeSeconds = 2
/** fresh addresses asked for in a row before it counts as broken */
const renewalsMax = 3
/** an address lives ten minutes (product §3); one just given is good for most of them, whatever this device's clock says */
const addressGoodMs = 8 * 60_000

/** It runs: a stretch begins, unless nobody was asked yet – then it is stopped again. */
export function onPlaying(turn: Turn, at: number): void {
  const { state } = turn
  if (state.media === 'seeking' || state.media === 'renewing') return
  // something other than our buttons started it (a headset, the system): the server is asked first
  if (!state.wants && !state.stop) play(turn)
  if (state.stop || isWaiting(turn)) {
    order(turn, { do: 'pause' })
    return
  }
  state.media = 'playing'
  openStretch(turn, at)
}

const isWaiting = ({ state }: Turn) => state.media === 'waiting'

function openStretch(turn: Turn, at: number): void {
  const { state } = turn
  const from = cameFrom(turn, at)
  state.position = at
  state.stood = null
  if (state.stretch) return
  state.stretch = { from, to: at, seenAt: turn.now }
  if (from < at) state.reach = Math.max(state.reach, at)
}

/**
 * A busy page hears late that its picture moves: it has played on from where it stood, if it can have come this far
 * since. Else it was put where it is.
 */
function cameFrom({ state, now }: Turn, at: number): number {
  const { stood } = state
  if (!stood || at < stood.at) return at
  const passed = Math.min((now - stood.since) / 1000, lateSeconds)
  const most = stood.at + passed * clockFactor * (isFree(state) ? fastest : 1)
  return at <= most ? stood.at : at
}

/** Where a seek went that is heard of now. */
function landedAt(turn: Turn, at: number): number {
  return turn.state.stood?.sought ? cameFrom(turn, at) : at
}

/** The media clock went on: the stretch grows, the furthest point with it, and beats fall due. */
export function onTime(turn: Turn, at: number, loaded: boolean): void {
  const { state } = turn
  state.loaded = loaded
  if (state.media === 'loading' && state.wants && at > state.position) onPlaying(turn, at)
  if (state.media !== 'playing') return
  grow(turn, at)
  state.renewals = 0
  if (state.hint && turn.now - state.hintAt > hintMs) hint(turn, null)
  if (state.reports && turn.now - state.lastBeatAt >= beatMs) emit(turn, 'beat')
  keepPresence(turn)
  askFreshAddress(turn)
}

/** What was played until now, before something may cut it; also of a film that nobody has heard play yet. */
export function see(turn: Turn, at: number): void {
  const { state } = turn
  const { media } = state
  if (media === 'playing') grow(turn, at)
  else if ((media === 'loading' || media === 'seeking') && cameFrom(turn, at) < at) {
    openStretch(turn, at)
    closeStretch(turn)
    state.stood = { at, since: turn.now, sought: media === 'seeking' }
  }
}

/** where another film can take the picture's place */
const exchangeable: ReadonlySet<MediaPhase> = new Set([
  'idle',
  'waiting',
  'playing',
  'paused',
  'loading',
])

/** A fresh address, or another film, is here while the old one still works: a moment's pause, and what was played is told before it. */
export function onAddress(turn: Turn, url: string, until: number): void {
  const { state } = turn
  state.addressMissed = !exchangeable.has(state.media)
  if (state.addressMissed) {
    state.addressAskedAt = 0
    return
  }
  emitPlayed(turn)
  closeStretch(turn)
  state.media = 'renewing'
  order(turn, { do: 'load', url, until })
}

function grow(turn: Turn, at: number): void {
  const { state } = turn
  const { stretch } = state
  state.position = at
  if (!stretch) {
    openStretch(turn, at)
    return
  }
  const most = stretch.to + ((turn.now - stretch.seenAt) / 1000) * clockFactor + driftSeconds
  const jumped = at < stretch.to - stepSeconds || (at > most && !isFree(state))
  if (jumped) {
    closeStretch(turn)
    state.stretch = { from: at, to: at, seenAt: turn.now }
    if (at > limitOf(state) + stepSeconds) seek(turn, limitOf(state))
    return
  }
  state.stretch = { ...stretch, to: Math.max(stretch.to, at), seenAt: turn.now }
  state.reach = Math.max(state.reach, at)
}

/** Its buffer is empty: what stands still earns nothing. */
export function onWaiting(turn: Turn): void {
  const { state } = turn
  closeStretch(turn)
  if (state.media !== 'playing') return
  state.media = 'loading'
  state.stood = { at: state.position, since: turn.now, sought: false }
}

/** The browser wants a click before it plays. */
export function onBlocked(turn: Turn): void {
  const { state } = turn
  state.media = 'paused'
  state.wants = false
  hint(turn, 'press-play')
}

/** By the person or the system; what was watched is told at once. */
export function onPaused(turn: Turn): void {
  const { state } = turn
  if (['renewing', 'ended', 'waiting', 'error', 'idle'].includes(state.media)) return
  state.media = 'paused'
  state.wants = false
  emit(turn, 'pause')
  closeStretch(turn)
}

/** The forward guard: a jump beyond what was watched bounces back (stack.md, Video). */
export function onSeeking(turn: Turn, at: number): void {
  const { state } = turn
  closeStretch(turn)
  const to = landedAt(turn, at)
  if (to !== state.stood?.at) state.stood = { at, since: turn.now, sought: true }
  if (to > limitOf(state) + stepSeconds) {
    hint(turn, 'not-yet')
    // where it was sent back before it lands in vain: how it lands is what counts
    if (state.overshot === 0) seek(turn, limitOf(state))
  }
  if (state.media !== 'waiting' && state.media !== 'renewing' && state.media !== 'idle')
    state.media = 'seeking'
}

/** Arrived: told when something was watched before, and it goes on from there. */
export function onSeeked(turn: Turn, at: number, paused: boolean): void {
  const { state } = turn
  if (landedAt(turn, at) > limitOf(state) + stepSeconds) {
    bounceBack(turn)
    return
  }
  state.overshot = 0
  state.position = at
  if (paused) state.stood = null
  if (state.media !== 'seeking') return
  if (state.watched.length > 0) emit(turn, 'seek')
  state.media = paused ? 'paused' : 'playing'
  if (!paused) openStretch(turn, at)
}

/**
 * Never left waiting: what is played while it "seeks" counts for nobody. Nor sought for ever: a browser that lands on a keyframe
 * beyond the limit is sent further back each time, to the beginning at last.
 */
function bounceBack(turn: Turn): void {
  const { state } = turn
  if (state.overshot > 0 && placeBefore(limitOf(state), state.overshot) === 0) {
    standStill(turn)
    return
  }
  state.overshot += 1
  seek(turn, placeBefore(limitOf(state), state.overshot))
}

/** Where the nth seek in a row goes. */
function placeBefore(limit: number, nth: number): number {
  return nth === 1 ? limit : Math.max(0, limit - safeSeconds * 2 ** (nth - 2))
}

/** It goes nowhere it is sent. */
function standStill(turn: Turn): void {
  const { state } = turn
  state.overshot = 0
  if (state.media === 'seeking') state.media = 'paused'
  hint(turn, 'not-yet')
  pause(turn)
}

/** 1× only on first viewing. */
export function onSpeed(turn: Turn, rate: number): void {
  if (rate !== 1 && !isFree(turn.state)) order(turn, { do: 'normalSpeed' })
}

/** It played to its end, and nobody wants more of it. Where that is not the lesson's end, the next beat says so. */
export function onEnded(turn: Turn, at?: number): void {
  const { state } = turn
  const end = endOf(turn, at)
  const isOther = Math.abs(end - state.duration) > endDriftSeconds
  state.filmEnd = isOther ? toTenth(end) : null
  const last = isOther ? Math.min(end, state.duration) : state.duration
  // it was not heard of since it stood: its last moments came at once
  if (state.media === 'loading') openStretch(turn, last)
  if (state.media === 'playing') grow(turn, last)
  state.media = 'ended'
  state.wants = false
  endInTime(turn)
}

/** Where the film was over. At its end an element may say the length that a header told: what was seen to play says more. */
function endOf({ state, now }: Turn, at = state.duration): number {
  const { duration, stretch } = state
  if (at < duration - endDriftSeconds) return at
  if (!stretch || state.media !== 'playing') return duration
  const passed = Math.max(0, now - stretch.seenAt) / 1000
  if (stretch.to > duration + endDriftSeconds) return stretch.to
  const most = stretch.to + passed * clockFactor + driftSeconds
  return duration <= most ? duration : stretch.to + Math.min(passed, driftSeconds)
}

/** The lesson's length was wrong, and is right now. What was credited stays. */
export function onCorrected({ state }: Turn, duration: number, done: boolean): void {
  state.duration = duration
  state.done ||= done
  if (state.filmEnd !== null && Math.abs(state.filmEnd - duration) <= endDriftSeconds)
    state.filmEnd = null
}

/** The element gave up: most often the signed address has run out (10 minutes, product §3). */
export function onBroken(turn: Turn): void {
  const { state } = turn
  if (state.media === 'renewing' || state.media === 'error') return
  emitPlayed(turn)
  closeStretch(turn)
  renewOrGiveUp(turn)
}

/** No address, or no film by it; nobody needs one any more whose page was left meanwhile. */
export function onNotRenewed(turn: Turn): void {
  if (turn.state.media === 'renewing') renewOrGiveUp(turn)
}

/** A fresh address, three times in a row at most. */
function renewOrGiveUp(turn: Turn): void {
  const { state } = turn
  if (state.renewals < renewalsMax) {
    renew(turn)
    return
  }
  state.media = 'error'
  emit(turn, 'pause')
}

/** The fresh film stands where the old one was, and plays if it did. */
export function onRenewed(turn: Turn, until: number): void {
  const { state } = turn
  state.addressUntil = Math.max(until, serverNow(turn) + addressGoodMs)
  state.loaded = false
  if (state.media !== 'renewing') return
  state.media = state.wants || state.session ? 'paused' : 'idle'
  seek(turn, state.position)
  if (state.wants) play(turn)
}
