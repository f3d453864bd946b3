import { onBeatAnswered, onBeatRefused, onPlayerSignedOut } from './answers.ts'
import {
  maxServerSilenceMs,
  pauseReading,
  renewVideoAddress,
  requestPause,
  requestPlay,
  requestSeekTo,
  retryBeatsNow,
  startPlaying,
} from './commands.ts'
import {
  closeOpenInterval,
  dropSessionStart,
  nextBeatToSend,
  queueBeat,
  queueStoredBeats,
  queueUnreportedProgress,
  scheduleBeatRetry,
  sendBeatsBeforeClosing,
  sendNextBeat,
} from './heartbeats.ts'
import * as media from './media.ts'
import { answerOpenCheck, presenceCheckShownAt, runPresenceCheck } from './presence.ts'
import type { Heartbeat, PlayerCommand, PlayerEvent, PlayerState } from './state.ts'
import type { PlayerStepContext } from './step-context.ts'

type Name = PlayerEvent['on']
type Handlers = { [N in Name]: (turn: PlayerStepContext, event: Extract<PlayerEvent, { on: N }>) => void }

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

/** The reducer is pure: time, ids and position come from the caller. @param at media seconds, or null */
export function stepPlayer(
  before: PlayerState,
  event: PlayerEvent,
  { now, newId, at }: { now: number; newId: () => string; at: number | null },
): { state: PlayerState; commands: PlayerCommand[] } {
  const turn: PlayerStepContext = { state: { ...before, seenAt: now }, commands: [], now, newId }
  if (at !== null && !ofPicture.has(event.on)) media.recordPlayed(turn, at)
  handlerOf(event)(turn, event)
  return { state: turn.state, commands: turn.commands }
}

const handlers: Handlers = {
  play: requestPlay,
  pause: requestPause,
  seekTo: (turn, { to }) => requestSeekTo(turn, to),
  present: answerOpenCheck,

  playing: (turn, { at }) => media.onPlaying(turn, at),
  time: (turn, { at, loaded = false }) => media.onTimeUpdate(turn, at, loaded),
  waiting: media.onBufferEmpty,
  paused: media.onPaused,
  seeking: (turn, { at }) => media.onSeeking(turn, at),
  seeked: (turn, { at, paused }) => media.onSeeked(turn, at, paused),
  speed: (turn, { rate }) => media.onSpeedChanged(turn, rate),
  ended: (turn, { at }) => media.onEnded(turn, at),
  corrected: (turn, { duration, done }) => media.onLengthCorrected(turn, duration, done),
  broken: media.onMediaError,
  blocked: media.onAutoplayBlocked,
  halted: (turn, { why }) => pauseReading(turn, why),
  renewed: (turn, { until }) => media.onVideoAddressRenewed(turn, until),
  notRenewed: media.onVideoAddressNotRenewed,
  address: (turn, { url, until }) => media.onVideoAddressReceived(turn, url, until),

  answered: (turn, { beat, answer, sentAt }) => onBeatAnswered(turn, beat, answer, sentAt),
  refused: onBeatRefused,
  unsent: (turn, { beat, retryAfter }) => onUnsent(turn, beat, retryAfter),
  expired: (turn, { beat }) => onPlayerSignedOut(turn, beat),

  keeping: (turn, { keeps }) => {
    turn.state.keeps = keeps
  },
  opened: (turn, { kept }) => {
    queueStoredBeats(turn, kept)
    turn.state.ready = true
    sendNextBeat(turn)
  },
  tick: (turn) => {
    runPresenceCheck(turn)
    sendNextBeat(turn)
  },
  hidden: onClosing,
  shown: onShown,
  closing: onClosing,
  left: onLeft,
  // Ask the server at once whether the other page has taken over.
  elsewhere: (turn) => queueBeat(turn, 'beat'),
  online: (turn) => {
    retryBeatsNow(turn)
    turn.state.renewals = 0
    if (['error', 'renewing'].includes(turn.state.media)) renewVideoAddress(turn)
  },
  woke: (turn) => {
    retryBeatsNow(turn)
    askTheTime(turn)
  },
}

/** The cast is safe, because `Handlers` types each handler by its event name. */
function handlerOf(event: PlayerEvent): (turn: PlayerStepContext, event: PlayerEvent) => void {
  return handlers[event.on] as (turn: PlayerStepContext, event: PlayerEvent) => void
}

/** After a failed send, the film starts offline only if the server has accepted the `start` of the session. */
function onUnsent(turn: PlayerStepContext, beat: Heartbeat, retryAfter?: number): void {
  const { state } = turn
  scheduleBeatRetry(turn, beat, retryAfter)
  if (state.media === 'waiting' && state.session?.open && state.wants) startPlaying(turn)
}

function onShown(turn: PlayerStepContext): void {
  runPresenceCheck(turn)
  sendNextBeat(turn)
  if (turn.now - turn.state.answeredAt > maxServerSilenceMs) askTheTime(turn)
}

/** Sends a heartbeat while playing, because each response contains the server's time and the open presence check. */
function askTheTime(turn: PlayerStepContext): void {
  if (turn.state.media === 'playing') queueBeat(turn, 'beat')
}

/** Sends all progress, because the page may close. If the page stays open, playing continues. */
function onClosing(turn: PlayerStepContext): void {
  queueUnreportedProgress(turn)
  sendBeatsBeforeClosing(turn)
}

/**
 * Handles a page that the student has left. An unconfirmed `start` is dropped, because its session would take over from
 * the page where the student is now.
 */
function onLeft(turn: PlayerStepContext): void {
  const { state } = turn
  state.wants = false
  // The film disappeared with its page, so no check can be shown.
  state.media = 'idle'
  dropSessionStart(turn)
  onClosing(turn)
  closeOpenInterval(turn)
}

/** Returns when the player next has something to do, in epoch milliseconds of the device, or null. */
export function nextPlayerWakeAt(state: PlayerState): number | null {
  const times: number[] = []
  if (nextBeatToSend(state)) times.push(state.retryAt)
  const { presence, asked, offset } = state
  const check = presence && asked ? presence.answerBy + 1 - offset : presenceCheckShownAt(state)
  if (check !== null) times.push(check)
  return times.length > 0 ? Math.min(...times) : null
}
