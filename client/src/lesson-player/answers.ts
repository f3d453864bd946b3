import type { RefusalKey } from '@ce/contract'
import { joined } from '@ce/contract/stretches'
import {
  beginSession,
  closeStretch,
  dropSession,
  emitNews,
  giveUp,
  hasOvertaken,
  isRepeat,
  pump,
  recall,
  renumber,
  settle,
} from './beats.ts'
import { start } from './orders.ts'
import {
  answerAgain,
  endWhenTold,
  expirePresence,
  keepPresence,
  needsNoAnswer,
  noteCheck,
  presenceOverdue,
} from './presence.ts'
import {
  type Beat,
  type BeatAnswer,
  isFree,
  isOwn,
  type MovedTo,
  type PlayerEvent,
} from './state.ts'
import { merged } from './stretches.ts'
import { hint, order, seek, type Turn } from './turn.ts'

/** so far the picture may run ahead of the server before it goes back to what is credited */
const aheadSeconds = 10

/** The server's word on a beat: its clock, what is credited, who has the session, when presence is asked. */
export function onAnswered(turn: Turn, beat: Beat, answer: BeatAnswer, sentAt: number): void {
  const { state } = turn
  if (!isRepeat(state, beat) && beat.playSessionId === state.session?.id)
    state.offset = Date.parse(answer.serverNow) - (sentAt + turn.now) / 2
  const overtook = hasOvertaken(turn, beat)
  settle(turn, beat)
  if (answer.courseDone && beat.id === state.signCourseId) state.courseDone = true
  if (isOwn(state, beat)) {
    credit(turn, beat, answer)
    if (beat.playSessionId === state.session?.id) ofThisSession(turn, beat, answer, overtook)
    else goOnWhereLeft(turn, beat)
  }
  keepPresence(turn)
  endWhenTold(turn)
  goOn(turn)
  pump(turn)
}

function credit(turn: Turn, beat: Beat, answer: BeatAnswer): void {
  const { state } = turn
  state.done ||= answer.lessonDone
  const creditedSeconds = Math.max(state.creditedSeconds, answer.creditedSeconds)
  const reach = state.done ? state.duration : answer.furthestSeconds
  state.reported = joined([...state.reported, ...beat.intervals])
  state.covered = merged(state.covered, state.reported, { creditedSeconds, reach })
  state.creditedSeconds = creditedSeconds
  state.served = Math.max(state.served, answer.furthestSeconds)
  state.reach = Math.max(state.reach, state.served)
}

function ofThisSession(turn: Turn, beat: Beat, answer: BeatAnswer, overtook: boolean): void {
  const { state } = turn
  noteCheck(turn, answer)
  if (answer.movedTo) {
    takenOver(turn, answer.movedTo)
    return
  }
  if (beat.event === 'start') {
    if (state.session) state.session = { ...state.session, open: true }
    if (Math.max(state.reach, state.position) - state.served > 0.5) goBackToServed(turn)
  } else if (
    !overtook &&
    answer.presence === null &&
    broughtUpTo(beat) - state.served > aheadSeconds
  )
    goBackToServed(turn)
}

/** What an earlier page left over tells where it was; what waits to play goes there too, but never back. */
function goOnWhereLeft(turn: Turn, { position }: Beat): void {
  const { state } = turn
  const to = Math.min(position, state.served)
  const isNew = state.media === 'idle' && !state.session
  if (isNew || (state.media === 'waiting' && to > state.position)) placeAt(turn, to)
}

/** Playing waited for the server's yes: it has it when nothing of the session is unanswered. */
function goOn(turn: Turn): void {
  const { session, queue, media, wants } = turn.state
  if (media !== 'waiting' || !wants || !session?.open) return
  if (queue.some((beat) => beat.playSessionId === session.id)) return
  if (presenceOverdue(turn) || needsNoAnswer(turn)) beginSession(turn)
  else start(turn)
}

/** What lies beyond the server's furthest point was not credited: it is watched again from there. */
function goBackToServed(turn: Turn): void {
  const { state } = turn
  if (isFree(state)) return
  hint(turn, 'went-back')
  state.reach = state.served
  closeStretch(turn)
  // what touches it may still count
  state.watched = state.watched.filter(([from]) => from <= state.served)
  if (state.position > state.served) placeAt(turn, state.served)
}

const broughtUpTo = ({ intervals }: Beat) => Math.max(0, ...intervals.map(([, to]) => to))

function placeAt(turn: Turn, to: number): void {
  turn.state.position = to
  seek(turn, to)
}

const settled: Partial<
  Record<RefusalKey, (turn: Turn, beat: Beat, msg: string, movedTo: MovedTo | null) => void>
> = {
  'course.takenOver': onTakenOver,
  'course.sessionNotOpen': onNotOpen,
  'course.presenceEarly': answerAgain,
  'course.presenceExpired': onExpired,
  'course.beatConflict': renumber,
  'course.studyClosed': onClosed,
  'course.notPaid': stopFor,
  'course.tooManyBeats': stopFor,
  'course.notFound': stopFor,
  'course.lessonNotFound': stopFor,
}

/** refusals of what nothing can be credited for: not the last word while something that was told before it is unanswered */
const ofNothing: ReadonlySet<RefusalKey> = new Set(['course.takenOver', 'course.presenceExpired'])

/** A rule refused a beat. It is not repeated, but after those that it overtook; what it means depends on the rule. */
export function onRefused(turn: Turn, event: Extract<PlayerEvent, { on: 'refused' }>): void {
  const { beat, key, msg, movedTo = null } = event
  if (key && ofNothing.has(key) && beat.event !== 'presence' && hasOvertaken(turn, beat)) {
    recall(turn, beat)
    return
  }
  settle(turn, beat)
  const act = key && settled[key]
  if (act) act(turn, beat, msg, movedTo)
  else turn.state.dropped += 1
  // whatever the picture does meanwhile: its session would wait for ever
  if (!act && beat.event === 'start') stopFor(turn, beat, msg)
  endWhenTold(turn)
  goOn(turn)
  pump(turn)
}

/** What other beats of the session tell may still count: the time before the other page took over. */
function onTakenOver(turn: Turn, beat: Beat, _msg: string, movedTo: MovedTo | null): void {
  if (beat.playSessionId === turn.state.session?.id) takenOver(turn, movedTo)
}

/** Stops, after telling what was watched until now. */
function takenOver(turn: Turn, movedTo: MovedTo | null): void {
  emitNews(turn)
  halt(turn)
  turn.state.stop = 'taken-over'
  turn.state.movedTo = movedTo
}

function onNotOpen(turn: Turn, beat: Beat, msg: string): void {
  const { state } = turn
  // most often its round has ended: what is done here is not done in the next, nor credited by a page of this one
  if (state.done) {
    stopFor(turn, beat, msg)
    return
  }
  dropSession(turn, beat.playSessionId)
  if (beat.playSessionId !== state.session?.id) return
  closeStretch(turn)
  state.session = null
  if (state.wants) beginSession(turn)
}

function onExpired(turn: Turn, beat: Beat): void {
  const { state } = turn
  if (beat.event === 'presence' && beat.intervals.length > 0) tellWithoutAnswer(turn, beat)
  if (beat.playSessionId !== state.session?.id) return
  if (state.media === 'waiting' && state.wants) beginSession(turn)
  else expirePresence(turn, beat)
}

/** The answer came too late; what was played until the check fell due, and lay in the same beat, counts all the same. */
function tellWithoutAnswer(turn: Turn, { presenceId: _late, ...beat }: Beat): void {
  renumber(turn, { ...beat, event: 'hide' })
}

/** Study has ended, or all that its session could earn until then is used up; other sessions may still bring theirs. */
function onClosed(turn: Turn, beat: Beat): void {
  const { state } = turn
  dropSession(turn, beat.playSessionId)
  // left over by a page of another year's course
  if (beat.id !== state.signCourseId) return
  state.session = null
  state.watched = []
  state.presence = null
  state.asked = false
  state.reports = false
  state.closed = true
  if (state.media === 'waiting' && state.wants) start(turn)
}

function stopFor(turn: Turn, beat: Beat, msg: string): void {
  dropSession(turn, beat.playSessionId)
  if (beat.playSessionId !== turn.state.session?.id) return
  halt(turn)
  turn.state.stop = 'refused'
  turn.state.stopText = msg
}

/** Stops where it is; nothing of the session goes on. */
function halt(turn: Turn): void {
  const { state } = turn
  closeStretch(turn)
  state.watched = []
  state.session = null
  state.presence = null
  state.asked = false
  state.endsLater = null
  state.wants = false
  if (state.media === 'waiting') state.media = 'paused'
  order(turn, { do: 'pause' })
}

/** Signed out: what is unsent, and what the picture tells when it pauses, is kept for the next sign-in. */
export function onSignedOut(turn: Turn, beat: Beat): void {
  const { state } = turn
  recall(turn, beat)
  state.stop = 'signed-out'
  for (const other of state.underWay) giveUp(turn, other)
  state.wants = false
  // nobody is asked any more
  state.presence = null
  state.asked = false
  if (state.media === 'waiting') state.media = 'paused'
  order(turn, { do: 'pause' })
}
