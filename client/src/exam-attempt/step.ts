import { nextBeatAt, onBeat, onNotBeaten, pumpBeat } from './beating.ts'
import { nextCaptureAt, onCaptured, pumpCaptures, retryCaptures } from './captures.ts'
import { onSubmitted, resultIn } from './ending.ts'
import * as entering from './entering.ts'
import { nextSaveAt } from './pacing.ts'
import * as saving from './saving.ts'
import {
  type AttemptEvent,
  type AttemptState,
  type Command,
  type ExamInfo,
  isSitting,
} from './state.ts'
import { order, setClock, type Turn } from './turn.ts'

/** after so long without the server's clock a page that comes back asks for it */
const staleMs = 20_000

type Name = AttemptEvent['on']
type Handlers = { [N in Name]: (turn: Turn, event: Extract<AttemptEvent, { on: N }>) => void }

/**
 * The exam page's one reducer (product §4 Exam): what happened → the next state, and what is to be done.
 * Pure: the clock comes from outside.
 */
export function step(
  before: AttemptState,
  event: AttemptEvent,
  now: number,
): { state: AttemptState; commands: Command[] } {
  const turn: Turn = { state: { ...before }, commands: [], now }
  handlerOf(event)(turn, event)
  return { state: turn.state, commands: turn.commands }
}

const handlers: Handlers = {
  choose: (turn, { mode }) => entering.choose(turn, mode),
  checkCamera: (turn, { deviceId }) => entering.checkCamera(turn, deviceId),
  begin: entering.begin,
  answer: (turn, { questionId, options }) => saving.answer(turn, questionId, options),
  mark: ({ state }, { questionId }) => {
    state.marks = state.marks.includes(questionId)
      ? state.marks.filter((id) => id !== questionId)
      : [...state.marks, questionId]
  },
  go: ({ state }, { to }) => {
    const last = (state.sitting?.questions.length ?? 1) - 1
    state.current = Math.min(Math.max(0, to), last)
  },
  submit: saving.submit,
  again: entering.again,

  camera: (turn, event) => {
    turn.state.camera = event.state
    pumpCaptures(turn)
  },

  info: (turn, { info }) => entering.onInfo(turn, info),
  consented: entering.onConsented,
  started: (turn, { sitting, kept, sentAt }) => {
    entering.onStarted(turn, sitting, kept, sentAt)
    pumpCaptures(turn)
  },
  notStarted: (turn, { failure }) => entering.onNotStarted(turn, failure),
  saved: saving.onSaved,
  beat: (turn, event) => {
    onBeat(turn, event)
    saving.pump(turn)
  },
  notBeaten: (turn, { failure }) => {
    const result = onNotBeaten(turn, failure)
    if (result) saving.onEnded(turn, result)
  },
  submitted: (turn, { result }) => onSubmitted(turn, result, true),
  notSent: (turn, { failure, sentAt }) => saving.onNotSent(turn, failure, sentAt),
  captured: (turn, { no, outcome }) => onCaptured(turn, no, outcome),
  synced: (turn, { info, sentAt }) => onSynced(turn, info, sentAt),

  elsewhere: (turn, { kept }) => {
    if (!saving.takesMore(turn.state)) return
    saving.adopt(turn, kept)
    saving.pump(turn)
  },
  shown: (turn) => {
    wake(turn)
    const { state } = turn
    if (isSitting(state) && turn.now - state.heardAt > staleMs) sync(turn)
  },
  online,
  woke: (turn) => {
    turn.state.wokeAt = turn.now
    online(turn)
  },
  tick: wake,
}

/** The handler by an event's name takes that event: `Handlers` says so name by name. */
function handlerOf(event: AttemptEvent): (turn: Turn, event: AttemptEvent) => void {
  return handlers[event.on] as (turn: Turn, event: AttemptEvent) => void
}

/** Nothing waits any longer, and the server says how things stand. */
function online(turn: Turn): void {
  saving.retryNow(turn)
  retryCaptures(turn)
  if (isSitting(turn.state)) sync(turn)
}

function wake(turn: Turn): void {
  saving.watchDeadline(turn)
  saving.pump(turn)
  pumpCaptures(turn)
  pumpBeat(turn)
}

/** Asks how things stand at the server; whose seal was refused has asked already. */
function sync(turn: Turn): void {
  if (!turn.commands.some((command) => command.do === 'sync')) order(turn, { do: 'sync' })
}

/** How things stand at the server: its clock, and whether another page or the clock has ended the attempt. */
function onSynced(turn: Turn, info: ExamInfo, sentAt: number): void {
  const { state } = turn
  setClock(turn, info.serverNow, sentAt)
  entering.onInfo(turn, info)
  const open = isSitting(state) && !saving.isSealing(state)
  const result = open && state.sitting && resultIn(info, state.sitting.attemptId)
  if (result) saving.onEnded(turn, result)
  else {
    // it answers: nothing need wait any longer, but for the result that it did not have
    if (!state.sealRefused) state.retryAt = 0
    wake(turn)
  }
}

/** When the reducer must be woken although nothing happens, epoch ms of this device; null for never. */
export function nextWake(state: AttemptState, now: number): number | null {
  if (state.signedOut) return null
  if (!isSitting(state)) return nextCaptureAt(state, now)
  const times: number[] = []
  if (state.phase === 'running') times.push(state.deadline - state.offset)
  const sendAt = Math.max(state.retryAt, nextSaveAt(state))
  if (!state.sending && sendAt > 0 && sendAt < Number.POSITIVE_INFINITY) times.push(sendAt)
  const capture = nextCaptureAt(state, now)
  if (capture !== null) times.push(capture)
  const beat = nextBeatAt(state)
  if (beat !== null) times.push(beat)
  return times.length > 0 ? Math.min(...times) : null
}
