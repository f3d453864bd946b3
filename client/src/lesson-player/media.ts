import { beatMs, closeStretch, emit } from './beats.ts'
import { askFreshAddress, play, renew } from './orders.ts'
import { keepPresence, presenceIsDue } from './presence.ts'
import { isFree, limitOf, type MediaPhase } from './state.ts'
import { hint, order, type Turn } from './turn.ts'

/** rounding and the element's own steps */
const stepSeconds = 0.3
/** how much faster than the clock a stretch may seem to grow between two looks */
const driftSeconds = 1
const hintMs = 6000
/** fresh addresses asked for in a row before it counts as broken */
const renewalsMax = 3

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
  state.position = at
  if (!state.stretch) state.stretch = { from: at, to: at, seenAt: turn.now }
}

/** The media clock went on: the stretch grows, the furthest point with it, and beats fall due. */
export function onTime(turn: Turn, at: number, loaded: boolean): void {
  const { state } = turn
  state.loaded = loaded
  if (state.media === 'loading' && state.wants && at > state.position) onPlaying(turn, at)
  if (state.media !== 'playing') return
  state.renewals = 0
  if (state.hint && turn.now - state.hintAt > hintMs) hint(turn, null)
  grow(turn, at)
  if (state.reports && turn.now - state.lastBeatAt >= beatMs) emit(turn, 'beat')
  keepPresence(turn)
  askFreshAddress(turn)
}

/** where another film can take the picture's place */
const exchangeable: ReadonlySet<MediaPhase> = new Set(['idle', 'playing', 'paused', 'loading'])

/** A fresh address is here while the old one still works: a moment's pause instead of a broken picture later. */
export function onAddress(turn: Turn, url: string, until: number): void {
  const { state } = turn
  if (!exchangeable.has(state.media)) return
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
  const most = stretch.to + ((turn.now - stretch.seenAt) / 1000) * 1.1 + driftSeconds
  const jumped = at < stretch.to - stepSeconds || (at > most && !isFree(state))
  if (jumped) {
    closeStretch(turn)
    state.stretch = { from: at, to: at, seenAt: turn.now }
    if (at > limitOf(state) + stepSeconds) order(turn, { do: 'seek', to: limitOf(state) })
    return
  }
  state.stretch = { ...stretch, to: Math.max(stretch.to, at), seenAt: turn.now }
  state.reach = Math.max(state.reach, at)
}

/** Its buffer is empty: what stands still earns nothing. */
export function onWaiting(turn: Turn): void {
  closeStretch(turn)
  if (turn.state.media === 'playing') turn.state.media = 'loading'
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
  if (at > limitOf(state) + stepSeconds) {
    hint(turn, 'not-yet')
    order(turn, { do: 'seek', to: limitOf(state) })
  }
  if (state.media !== 'waiting' && state.media !== 'renewing' && state.media !== 'idle')
    state.media = 'seeking'
}

/** Arrived: told when something was watched before, and it goes on from there. */
export function onSeeked(turn: Turn, at: number, paused: boolean): void {
  const { state } = turn
  if (at > limitOf(state) + stepSeconds) return
  state.position = at
  if (state.media !== 'seeking') return
  if (state.watched.length > 0) emit(turn, 'seek')
  state.media = paused ? 'paused' : 'playing'
  if (!paused) openStretch(turn, at)
}

/** 1× only on first viewing. */
export function onSpeed(turn: Turn, rate: number): void {
  if (rate !== 1 && !isFree(turn.state)) order(turn, { do: 'normalSpeed' })
}

/** The last stretch is told, and the session with it; an open presence check is answered first. */
export function onEnded(turn: Turn): void {
  const { state } = turn
  if (state.media === 'playing') grow(turn, state.duration)
  state.media = 'ended'
  state.wants = false
  if (presenceIsDue(turn)) {
    // an open check: `end` would close the session before its answer
    emit(turn, 'pause')
    state.endsLater = true
    return
  }
  emit(turn, 'end')
  closeStretch(turn)
  state.session = null
}

/** The element gave up: most often the signed address has run out (10 minutes, product §3). */
export function onBroken(turn: Turn): void {
  const { state } = turn
  if (state.media === 'renewing' || state.media === 'error') return
  closeStretch(turn)
  renewOrGiveUp(turn)
}

/** A fresh address, three times in a row at most. */
export function renewOrGiveUp(turn: Turn): void {
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
  state.addressUntil = until
  state.loaded = false
  if (state.media !== 'renewing') return
  state.media = state.wants || state.session ? 'paused' : 'idle'
  order(turn, { do: 'seek', to: state.position })
  if (state.wants) play(turn)
}
