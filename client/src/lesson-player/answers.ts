import type { RefusalKey } from '@ce/contract'
import { unionOfIntervals } from '@ce/contract/intervals'
import { startPlaying } from './commands.ts'
import {
  beginPlaySession,
  closeOpenInterval,
  dropPlaySession,
  failBeatSend,
  hasEarlierUnanswered,
  isRepeatedBeat,
  markBeatForResend,
  queueUnreportedProgress,
  removeAnsweredBeat,
  resendBeatUnderNextNumber,
  sendNextBeat,
} from './heartbeats.ts'
import { mergeCreditedIntervals } from './intervals.ts'
import {
  endLessonWhenReported,
  expirePresenceCheck,
  isCheckOverdue,
  isCheckWithoutQuestion,
  resendCheckAnswer,
  runPresenceCheck,
  updatePresenceCheck,
} from './presence.ts'
import type { Heartbeat, PlayerEvent, PlayerHeartbeatAnswer, TakeoverTarget } from './state.ts'
import { isBeatOfOpenLesson, isPlayingUnrestricted } from './state.ts'
import { addPlayerCommand, type PlayerStepContext, requestSeek, showPlayerHint } from './step-context.ts'

/** Seconds of unconfirmed playing before the player returns to the credited part. */
const aheadSeconds = 10

export function onBeatAnswered(
  turn: PlayerStepContext,
  beat: Heartbeat,
  answer: PlayerHeartbeatAnswer,
  sentAt: number,
): void {
  const { state } = turn
  if (!isRepeatedBeat(state, beat) && beat.playSessionId === state.session?.id)
    state.offset = Date.parse(answer.serverNow) - (sentAt + turn.now) / 2
  const overtook = hasEarlierUnanswered(turn, beat)
  removeAnsweredBeat(turn, beat)
  if (answer.courseDone && beat.id === state.signCourseId) state.courseDone = true
  if (isBeatOfOpenLesson(state, beat)) {
    credit(turn, beat, answer)
    if (beat.playSessionId === state.session?.id) ofThisSession(turn, beat, answer, overtook)
    else goOnWhereLeft(turn, beat)
  }
  runPresenceCheck(turn)
  endLessonWhenReported(turn)
  goOn(turn)
  sendNextBeat(turn)
}

function credit(turn: PlayerStepContext, beat: Heartbeat, answer: PlayerHeartbeatAnswer): void {
  const { state } = turn
  state.done ||= answer.lessonDone
  const creditedSeconds = Math.max(state.creditedSeconds, answer.creditedSeconds)
  const reach = state.done ? state.duration : answer.furthestSeconds
  state.reported = unionOfIntervals([...state.reported, ...beat.intervals])
  state.covered = mergeCreditedIntervals(state.covered, state.reported, { creditedSeconds, reach })
  state.creditedSeconds = creditedSeconds
  state.served = Math.max(state.served, answer.furthestSeconds)
  state.reach = Math.max(state.reach, state.served)
}

function ofThisSession(
  turn: PlayerStepContext,
  beat: Heartbeat,
  answer: PlayerHeartbeatAnswer,
  overtook: boolean,
): void {
  const { state } = turn
  updatePresenceCheck(turn, answer)
  if (answer.movedTo) {
    takenOver(turn, answer.movedTo)
    return
  }
  if (beat.event === 'start') {
    if (state.session) state.session = { ...state.session, open: true }
    if (Math.max(state.reach, state.position) - state.served > 0.5) goBackToServed(turn)
  } else if (!overtook && answer.presence === null && broughtUpTo(beat) - state.served > aheadSeconds)
    goBackToServed(turn)
}

/** Moves to where an earlier page stopped, but never backwards. */
function goOnWhereLeft(turn: PlayerStepContext, { position }: Heartbeat): void {
  const { state } = turn
  const to = Math.min(position, state.served)
  const isNew = state.media === 'idle' && !state.session
  if (isNew || (state.media === 'waiting' && to > state.position)) placeAt(turn, to)
}

/** Starts playing that was waiting for the server, once all heartbeats of the session are answered. */
function goOn(turn: PlayerStepContext): void {
  const { session, queue, media, wants } = turn.state
  if (media !== 'waiting' || !wants || !session?.open) return
  if (queue.some((beat) => beat.playSessionId === session.id)) return
  if (isCheckOverdue(turn) || isCheckWithoutQuestion(turn)) beginPlaySession(turn)
  else startPlaying(turn)
}

/**
 * Moves back to the furthest second that the server knows. Nothing after it was credited, so that part must be watched
 * again.
 */
function goBackToServed(turn: PlayerStepContext): void {
  const { state } = turn
  if (isPlayingUnrestricted(state)) return
  showPlayerHint(turn, 'went-back')
  state.reach = state.served
  closeOpenInterval(turn)
  // An interval that touches the furthest point may still count.
  state.watched = state.watched.filter(([from]) => from <= state.served)
  if (state.position > state.served) placeAt(turn, state.served)
}

const broughtUpTo = ({ intervals }: Heartbeat) => Math.max(0, ...intervals.map(([, to]) => to))

function placeAt(turn: PlayerStepContext, to: number): void {
  turn.state.position = to
  requestSeek(turn, to)
}

const settled: Partial<
  Record<RefusalKey, (turn: PlayerStepContext, beat: Heartbeat, msg: string, movedTo: TakeoverTarget | null) => void>
> = {
  'course.takenOver': onTakenOver,
  'course.sessionNotOpen': onNotOpen,
  'course.presenceEarly': resendCheckAnswer,
  'course.presenceExpired': onExpired,
  'course.beatConflict': resendBeatUnderNextNumber,
  'course.studyClosed': onClosed,
  'course.notPaid': stopFor,
  'course.tooManyBeats': stopFor,
  'course.notFound': stopFor,
  'course.lessonNotFound': stopFor,
}

/** These refusals are final only when no earlier heartbeat of the session is unanswered. */
const ofNothing: ReadonlySet<RefusalKey> = new Set(['course.takenOver', 'course.presenceExpired'])

/** A refused heartbeat is repeated only if it overtook earlier ones that are still unanswered. */
export function onBeatRefused(turn: PlayerStepContext, event: Extract<PlayerEvent, { on: 'refused' }>): void {
  const { beat, key, msg, movedTo = null } = event
  if (key && ofNothing.has(key) && beat.event !== 'presence' && hasEarlierUnanswered(turn, beat)) {
    markBeatForResend(turn, beat)
    return
  }
  removeAnsweredBeat(turn, beat)
  const act = key && settled[key]
  if (act) act(turn, beat, msg, movedTo)
  else turn.state.dropped += 1
  // Stop if a `start` was refused for an unknown reason, because the session would wait for it forever.
  if (!act && beat.event === 'start') stopFor(turn, beat, msg)
  endLessonWhenReported(turn)
  goOn(turn)
  sendNextBeat(turn)
}

/**
 * Stops this page's session after a takeover. Its other heartbeats are still sent, because they may count for the time
 * before the takeover.
 */
function onTakenOver(turn: PlayerStepContext, beat: Heartbeat, _msg: string, movedTo: TakeoverTarget | null): void {
  if (beat.playSessionId === turn.state.session?.id) takenOver(turn, movedTo)
}

function takenOver(turn: PlayerStepContext, movedTo: TakeoverTarget | null): void {
  queueUnreportedProgress(turn)
  halt(turn)
  turn.state.stop = 'taken-over'
  turn.state.movedTo = movedTo
}

function onNotOpen(turn: PlayerStepContext, beat: Heartbeat, msg: string): void {
  const { state } = turn
  /**
   * The lesson is done, so usually the study round has ended. Stop, because this page must earn nothing in the next
   * round.
   */
  if (state.done) {
    stopFor(turn, beat, msg)
    return
  }
  dropPlaySession(turn, beat.playSessionId)
  if (beat.playSessionId !== state.session?.id) return
  closeOpenInterval(turn)
  state.session = null
  if (state.wants) beginPlaySession(turn)
}

function onExpired(turn: PlayerStepContext, beat: Heartbeat): void {
  const { state } = turn
  if (beat.event === 'presence' && beat.intervals.length > 0) tellWithoutAnswer(turn, beat)
  if (beat.playSessionId !== state.session?.id) return
  if (state.media === 'waiting' && state.wants) beginPlaySession(turn)
  else expirePresenceCheck(turn, beat)
}

/** Sends the intervals of a late check answer without the answer, because they count until the check was due. */
function tellWithoutAnswer(turn: PlayerStepContext, { presenceId: _late, ...beat }: Heartbeat): void {
  resendBeatUnderNextNumber(turn, { ...beat, event: 'hide' })
}

/** Study has ended, or this session's allowance is used up. Other sessions may still credit time. */
function onClosed(turn: PlayerStepContext, beat: Heartbeat): void {
  const { state } = turn
  dropPlaySession(turn, beat.playSessionId)
  // The heartbeat belongs to another year's course, so this course goes on.
  if (beat.id !== state.signCourseId) return
  state.session = null
  state.watched = []
  state.presence = null
  state.asked = false
  state.reports = false
  state.closed = true
  if (state.media === 'waiting' && state.wants) startPlaying(turn)
}

function stopFor(turn: PlayerStepContext, beat: Heartbeat, msg: string): void {
  dropPlaySession(turn, beat.playSessionId)
  if (beat.playSessionId !== turn.state.session?.id) return
  halt(turn)
  turn.state.stop = 'refused'
  turn.state.stopText = msg
}

function halt(turn: PlayerStepContext): void {
  const { state } = turn
  closeOpenInterval(turn)
  state.watched = []
  state.session = null
  state.presence = null
  state.asked = false
  state.endsLater = null
  state.wants = false
  if (state.media === 'waiting') state.media = 'paused'
  addPlayerCommand(turn, { do: 'pause' })
}

/**
 * Stops the player after a sign-out. Unsent heartbeats stay on the device until the next sign-in, including the
 * heartbeat of this pause.
 */
export function onPlayerSignedOut(turn: PlayerStepContext, beat: Heartbeat): void {
  const { state } = turn
  markBeatForResend(turn, beat)
  state.stop = 'signed-out'
  for (const other of state.underWay) failBeatSend(turn, other)
  state.wants = false
  // Nobody can answer the check any more.
  state.presence = null
  state.asked = false
  if (state.media === 'waiting') state.media = 'paused'
  addPlayerCommand(turn, { do: 'pause' })
}
