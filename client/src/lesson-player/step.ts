import { onAnswered, onRefused, onSignedOut } from './answers.ts'
import {
  bringBack,
  closeStretch,
  dropStart,
  emit,
  emitNews,
  flush,
  nextToSend,
  postpone,
  pump,
} from './beats.ts'
import * as media from './media.ts'
import { halt, pause, play, renew, retryNow, seekTo, staleMs, start } from './orders.ts'
import { answerPresence, asksAt, keepPresence } from './presence.ts'
import type { Beat, Command, PlayerEvent, PlayerState } from './state.ts'
import type { Turn } from './turn.ts'

type Name = PlayerEvent['on']
type Handlers = { [N in Name]: (turn: Turn, event: Extract<PlayerEvent, { on: N }>) => void }

/** they say themselves where the picture is, or come when it is elsewhere already */
const ofPicture: ReadonlySet<Name> = new Set<Name>([
  'playing',
  'time',
  'seeking',
  'seeked',
  'ended',
  'broken',
  'renewed',
  'notRenewed',
])

/**
 * The lesson player's one reducer (product §4 Study): what happened → the next state, and what is to be
 * done. Pure: the clock, new ids and where the picture is come from outside.
 * @param at media seconds; null: nothing plays, or nobody knows. Films tell of it four times a second, and a busy page hears less:
 * whatever cuts what is being played would lose what came since
 */
export function step(
  before: PlayerState,
  event: PlayerEvent,
  { now, newId, at }: { now: number; newId: () => string; at: number | null },
): { state: PlayerState; commands: Command[] } {
  const turn: Turn = { state: { ...before, seenAt: now }, commands: [], now, newId }
  if (at !== null && !ofPicture.has(event.on)) media.see(turn, at)
  handlerOf(event)(turn, event)
  return { state: turn.state, commands: turn.commands }
}

const handlers: Handlers = {
  play,
  pause,
  seekTo: (turn, { to }) => seekTo(turn, to),
  present: answerPresence,

  playing: (turn, { at }) => media.onPlaying(turn, at),
  time: (turn, { at, loaded = false }) => media.onTime(turn, at, loaded),
  waiting: media.onWaiting,
  paused: media.onPaused,
  seeking: (turn, { at }) => media.onSeeking(turn, at),
  seeked: (turn, { at, paused }) => media.onSeeked(turn, at, paused),
  speed: (turn, { rate }) => media.onSpeed(turn, rate),
  ended: (turn, { at }) => media.onEnded(turn, at),
  corrected: (turn, { duration, done }) => media.onCorrected(turn, duration, done),
  broken: media.onBroken,
  blocked: media.onBlocked,
  halted: (turn, { why }) => halt(turn, why),
  renewed: (turn, { until }) => media.onRenewed(turn, until),
  notRenewed: media.onNotRenewed,
  address: (turn, { url, until }) => media.onAddress(turn, url, until),

  answered: (turn, { beat, answer, sentAt }) => onAnswered(turn, beat, answer, sentAt),
  refused: onRefused,
  unsent: (turn, { beat, retryAfter }) => onUnsent(turn, beat, retryAfter),
  expired: (turn, { beat }) => onSignedOut(turn, beat),

  keeping: (turn, { keeps }) => {
    turn.state.keeps = keeps
  },
  opened: (turn, { kept }) => {
    bringBack(turn, kept)
    turn.state.ready = true
    pump(turn)
  },
  tick: (turn) => {
    keepPresence(turn)
    pump(turn)
  },
  hidden: onClosing,
  shown: onShown,
  closing: onClosing,
  left: onLeft,
  // the server decides who studies; asked now, the old page need not play on until its next beat
  elsewhere: (turn) => emit(turn, 'beat'),
  online: (turn) => {
    retryNow(turn)
    turn.state.renewals = 0
    if (['error', 'renewing'].includes(turn.state.media)) renew(turn)
  },
  woke: (turn) => {
    retryNow(turn)
    askTheTime(turn)
  },
}

/** The handler by an event's name takes that event: `Handlers` says so name by name. */
function handlerOf(event: PlayerEvent): (turn: Turn, event: PlayerEvent) => void {
  return handlers[event.on] as (turn: Turn, event: PlayerEvent) => void
}

/** Offline: what is unsent waits. An open session goes on playing; one that is not open yet must wait. */
function onUnsent(turn: Turn, beat: Beat, retryAfter?: number): void {
  const { state } = turn
  postpone(turn, beat, retryAfter)
  if (state.media === 'waiting' && state.session?.open && state.wants) start(turn)
}

/** Back from the background or from sleep: the server says where things stand. */
function onShown(turn: Turn): void {
  keepPresence(turn)
  pump(turn)
  if (turn.now - turn.state.answeredAt > staleMs) askTheTime(turn)
}

/** Every answer to what plays says what time it is, and which check is open. */
function askTheTime(turn: Turn): void {
  if (turn.state.media === 'playing') emit(turn, 'beat')
}

/** The page may go away: everything leaves now, in requests that outlive it. Should it stay, what plays goes on. */
function onClosing(turn: Turn): void {
  emitNews(turn)
  flush(turn)
}

/** Nobody watches here any more: what was watched is told, and no session begins that would take over from who does. */
function onLeft(turn: Turn): void {
  const { state } = turn
  state.wants = false
  // the picture has gone with its page: there is nobody to be asked whether they are there
  state.media = 'idle'
  dropStart(turn)
  onClosing(turn)
  closeStretch(turn)
}

/** When the reducer must be woken although nothing happens, epoch ms of this device; null for never. */
export function nextWake(state: PlayerState): number | null {
  const times: number[] = []
  if (nextToSend(state)) times.push(state.retryAt)
  const { presence, asked, offset } = state
  const check = presence && asked ? presence.answerBy + 1 - offset : asksAt(state)
  if (check !== null) times.push(check)
  return times.length > 0 ? Math.min(...times) : null
}
