import { nextCaptureAt, onCaptureFinished, retryCaptures, takeDueCaptures } from './captures.ts'
import * as entering from './enter.ts'
import { nextHeartbeatAt, onHeartbeatAnswered, onHeartbeatFailed, sendDueHeartbeat } from './heartbeat.ts'
import * as saving from './save.ts'
import { nextSaveAt } from './save-interval.ts'
import type { AttemptCommand, AttemptEvent, AttemptState, ExamInfo } from './state.ts'
import { isAttemptRunning } from './state.ts'
import { type AttemptStepContext, addAttemptCommand, setServerClock } from './step-context.ts'
import { onAttemptSubmitted, resultOfAttempt } from './submit.ts'

/** Milliseconds without contact after which a page that becomes visible again asks the server for its time. */
const staleMs = 20_000

type Name = AttemptEvent['on']
type Handlers = { [N in Name]: (turn: AttemptStepContext, event: Extract<AttemptEvent, { on: N }>) => void }

/** The reducer is pure, so the caller provides the time. */
export function stepAttempt(
  before: AttemptState,
  event: AttemptEvent,
  now: number,
): { state: AttemptState; commands: AttemptCommand[] } {
  const turn: AttemptStepContext = { state: { ...before }, commands: [], now }
  handlerOf(event)(turn, event)
  return { state: turn.state, commands: turn.commands }
}

const handlers: Handlers = {
  choose: (turn, { mode }) => entering.chooseExamMode(turn, mode),
  checkCamera: (turn, { deviceId }) => entering.checkCamera(turn, deviceId),
  begin: entering.beginAttempt,
  answer: (turn, { questionId, options }) => saving.recordAnswer(turn, questionId, options),
  mark: ({ state }, { questionId }) => {
    state.marks = state.marks.includes(questionId)
      ? state.marks.filter((id) => id !== questionId)
      : [...state.marks, questionId]
  },
  go: ({ state }, { to }) => {
    const last = (state.sitting?.questions.length ?? 1) - 1
    state.current = Math.min(Math.max(0, to), last)
  },
  submit: saving.submitAttempt,
  again: entering.returnToExamEntrance,

  camera: (turn, event) => {
    turn.state.camera = event.state
    takeDueCaptures(turn)
  },

  info: (turn, { info }) => entering.onExamInfo(turn, info),
  consented: entering.onConsentGiven,
  started: (turn, { sitting, kept, sentAt }) => {
    entering.onAttemptStarted(turn, sitting, kept, sentAt)
    takeDueCaptures(turn)
  },
  notStarted: (turn, { failure }) => entering.onAttemptStartFailed(turn, failure),
  saved: saving.onAnswersSaved,
  beat: (turn, event) => {
    onHeartbeatAnswered(turn, event)
    saving.sendNextSave(turn)
  },
  notBeaten: (turn, { failure }) => {
    const result = onHeartbeatFailed(turn, failure)
    if (result) saving.onAttemptEnded(turn, result)
  },
  submitted: (turn, { result }) => onAttemptSubmitted(turn, result, true),
  notSent: (turn, { failure, sentAt }) => saving.onAnswerSaveFailed(turn, failure, sentAt),
  captured: (turn, { no, outcome }) => onCaptureFinished(turn, no, outcome),
  synced: (turn, { info, sentAt }) => onSynced(turn, info, sentAt),

  elsewhere: (turn, { kept }) => {
    if (!saving.acceptsAnswers(turn.state)) return
    saving.adoptAnswersOfOtherPages(turn, kept)
    saving.sendNextSave(turn)
  },
  shown: (turn) => {
    wake(turn)
    const { state } = turn
    if (isAttemptRunning(state) && turn.now - state.heardAt > staleMs) sync(turn)
  },
  online,
  woke: (turn) => {
    turn.state.wokeAt = turn.now
    online(turn)
  },
  tick: wake,
}

/** The cast is safe, because `Handlers` types each handler by its event name. */
function handlerOf(event: AttemptEvent): (turn: AttemptStepContext, event: AttemptEvent) => void {
  return handlers[event.on] as (turn: AttemptStepContext, event: AttemptEvent) => void
}

function online(turn: AttemptStepContext): void {
  saving.retryAttemptCallsNow(turn)
  retryCaptures(turn)
  if (isAttemptRunning(turn.state)) sync(turn)
}

function wake(turn: AttemptStepContext): void {
  saving.submitAtDeadline(turn)
  saving.sendNextSave(turn)
  takeDueCaptures(turn)
  sendDueHeartbeat(turn)
}

function sync(turn: AttemptStepContext): void {
  if (!turn.commands.some((command) => command.do === 'sync')) addAttemptCommand(turn, { do: 'sync' })
}

function onSynced(turn: AttemptStepContext, info: ExamInfo, sentAt: number): void {
  const { state } = turn
  setServerClock(turn, info.serverNow, sentAt)
  entering.onExamInfo(turn, info)
  const open = isAttemptRunning(state) && !saving.isOfflineSubmissionPending(state)
  const result = open && state.sitting && resultOfAttempt(info, state.sitting.attemptId)
  if (result) saving.onAttemptEnded(turn, result)
  else {
    // Retry at once. After a refused offline submission keep the wait, because only the server's result is missing.
    if (!state.sealRefused) state.retryAt = 0
    wake(turn)
  }
}

/** Returns when the attempt next has something to do, in epoch milliseconds of the device, or null. */
export function nextAttemptWakeAt(state: AttemptState, now: number): number | null {
  if (state.signedOut) return null
  if (!isAttemptRunning(state)) return nextCaptureAt(state, now)
  const times: number[] = []
  if (state.phase === 'running') times.push(state.deadline - state.offset)
  const sendAt = Math.max(state.retryAt, nextSaveAt(state))
  if (!state.sending && sendAt > 0 && sendAt < Number.POSITIVE_INFINITY) times.push(sendAt)
  const capture = nextCaptureAt(state, now)
  if (capture !== null) times.push(capture)
  const beat = nextHeartbeatAt(state)
  if (beat !== null) times.push(beat)
  return times.length > 0 ? Math.min(...times) : null
}
