import { retryWaitMs } from '@ce/contract/retry-wait'
import { resumeAfterEarlyDeadline, setDeadline } from './deadline.ts'
import { requestExamHeartbeat } from './heartbeat.ts'
import {
  choiceTimesOf,
  hasSameOptions,
  mergeAnswers,
  nextSaveSeq,
  toAnswerOptions,
  toServerAnswers,
} from './merge-answers.ts'
import { nextSaveAt } from './save-interval.ts'
import {
  type AttemptQuestion,
  type AttemptState,
  type ExamResult,
  isAttemptRunning,
  type LocalDraft,
  type PendingAnswer,
  type RequestFailure,
  type UnsavedAnswers,
} from './state.ts'
import {
  type AttemptStepContext,
  addAttemptCommand,
  setServerClock,
  setTimeBeacon,
  timeOfBeacon,
} from './step-context.ts'
import { examResultOfRefusal, onAttemptSubmitted } from './submit.ts'

type Sending = NonNullable<AttemptState['sending']>

const retry = { firstMs: 1000, longestMs: 15_000 }
const mostReplaced = 30

export function recordAnswer(turn: AttemptStepContext, questionId: string, options: string[]): void {
  const { state, now } = turn
  const question = state.sitting?.questions.find(({ id }) => id === questionId)
  if (state.phase !== 'running' || !question || !fits(question, options)) return
  const before = state.unsaved[questionId]
  const at = before ? Math.max(now, before.at + 1) : now
  /**
   * The new answer takes over the older sequence number, so that saves which the student had not seen at the replaced
   * answer still count as unseen.
   */
  const seq = Math.min(before?.seq ?? state.savedSeq, state.savedSeq)
  const replaced = before ? replacedBy([], before) : []
  const typed = { options, at, serverAt: now + state.offset, seq, before: replaced }
  state.changed = state.changed.filter((no) => state.sitting?.questions[no - 1] !== question)
  state.answers = { ...state.answers, [questionId]: options }
  state.unsaved = { ...state.unsaved, [questionId]: typed }
  sendNextSave(turn)
}

/**
 * Whether answers typed in other pages are still accepted. They are accepted after this page's deadline until it has
 * sealed, because the clocks of two pages may differ.
 */
export function acceptsAnswers({ phase, isSealed }: AttemptState): boolean {
  return phase === 'running' || (phase === 'expired' && !isSealed)
}

/** Takes over newer answers typed in other pages, but only for questions on this paper. */
export function adoptAnswersOfOtherPages(turn: AttemptStepContext, kept: LocalDraft): void {
  const { state } = turn
  const newer = Object.entries(kept.unsaved).flatMap(([id, typed]) => {
    const question = state.sitting?.questions.find((one) => one.id === id)
    const mine = state.unsaved[id]
    if (!question || !fits(question, typed.options) || (mine && mine.at >= typed.at)) return []
    return [[id, mine ? { ...typed, before: replacedBy(typed.before, mine) } : typed] as const]
  })
  if (newer.length === 0) return
  state.unsaved = { ...state.unsaved, ...Object.fromEntries(newer) }
  state.answers = { ...state.answers, ...toAnswerOptions(state.unsaved) }
}

/**
 * Returns the times of the choices that a choice has replaced. A later choice of another page replaces this page's
 * choice, even if that page never showed it.
 */
function replacedBy(before: number[] = [], { at, before: earlier = [] }: PendingAnswer): number[] {
  return [...earlier, at, ...before].slice(-mostReplaced)
}

function fits({ type, options: offered }: AttemptQuestion, options: string[]): boolean {
  const ids = new Set(offered.map(({ id }) => id))
  const known = new Set(options).size === options.length && options.every((id) => ids.has(id))
  return known && (type === 'MULTIPLE' || options.length <= 1)
}

const isEnding = ({ phase }: AttemptState) => phase === 'submitting' || phase === 'expired'

export function sendNextSave(turn: AttemptStepContext): void {
  const { state, now } = turn
  if (state.sending || state.signedOut || now < state.retryAt) return
  if (state.sealRefused) {
    askForResult(turn)
    return
  }
  const ending = isEnding(state)
  const due = Object.keys(state.unsaved).length > 0 || state.behind
  const wanted = ending || (state.phase === 'running' && due)
  if (!wanted || now < nextSaveAt(state)) return
  const seal = mustSeal(turn)
  const what = ending ? 'submit' : 'save'
  const seq = nextSaveSeq(state.unsaved, state.savedSeq)
  const { unsaved } = state
  state.sending = { what: seal ? 'seal' : what, seq, typed: unsaved }
  const answers = toAnswerOptions(unsaved)
  if (seal) {
    state.isSealed = true
    addAttemptCommand(turn, { do: 'seal', seq, answers, ...sealOf(turn) })
  } else if (state.phase === 'expired')
    /**
     * A submission at the deadline also sends the deadline, and the server refuses it when the deadline has moved. A
     * submission by the student always counts.
     */
    addAttemptCommand(turn, { do: 'submit', seq, answers, bell: new Date(state.deadline).toISOString() })
  else if (ending) addAttemptCommand(turn, { do: 'submit', seq, answers })
  else addAttemptCommand(turn, { do: 'save', seq, answers, chosen: choiceTimesOf(unsaved) })
}

/** Milliseconds in which the server still takes requests after the deadline. Later answers must be sealed. */
const onTheirWayMs = 2000

/**
 * Whether the answers must be sealed, because the deadline passed before they reached the server
 * (docs/exam-offline.md).
 */
function mustSeal({ state, now }: AttemptStepContext): boolean {
  const rung = state.standing !== null || now + state.offset > state.deadline + onTheirWayMs
  return isEnding(state) && rung
}

/**
 * Returns the time beacon and the milliseconds from it to the sealing. Both use server time, so that a wrong device
 * clock cannot change the result.
 */
function sealOf({ state, now }: AttemptStepContext) {
  const { beacon, deadline, offset, unsaved } = state
  const heardAt = timeOfBeacon(beacon)
  const typed = Object.values(unsaved).map(({ at, serverAt = at + offset }) => serverAt)
  const rung = now + offset >= deadline
  const sealedAt = rung ? deadline : Math.min(deadline, Math.max(heardAt, ...typed))
  return { beacon, afterMs: Math.max(0, Math.round(sealedAt - heardAt)) }
}

/**
 * Handles an attempt that the server has ended. Answers that the server's submission lacks are submitted offline,
 * whatever the device's clock says.
 */
export function onAttemptEnded(turn: AttemptStepContext, result: ExamResult): void {
  const { state } = turn
  const lacks = result.submittedBy === 'DEADLINE' && Object.keys(state.unsaved).length > 0
  if (!lacks || !isAttemptRunning(state) || state.sealRefused) {
    onAttemptSubmitted(turn, result, false)
    return
  }
  if (state.phase === 'running') state.phase = 'expired'
  state.standing = result
  state.retryAt = 0
  sendNextSave(turn)
}

export function isOfflineSubmissionPending(state: AttemptState): boolean {
  const { sealRefused, sending, unsaved } = state
  const waits = (sending && sending.what !== 'save') || Object.keys(unsaved).length > 0
  return isEnding(state) && !sealRefused && Boolean(waits)
}

/** Answers typed after the sent ones stay unsaved and go next. */
export function onAnswersSaved(
  turn: AttemptStepContext,
  answer: { seq: number; serverNow: string; deadline: string; beacon: string; sentAt: number },
): void {
  const { state } = turn
  const { sending } = state
  if (sending?.what !== 'save' || sending.seq !== answer.seq) return
  // The response to a repeated request may be old, so it must not set the clock.
  if (state.failures === 0) setServerClock(turn, answer.serverNow, answer.sentAt)
  setTimeBeacon(turn, answer.beacon)
  if (setDeadline(turn, answer.deadline)) requestExamHeartbeat(turn)
  // If other devices have saved newer answers, `behind` makes an empty save fetch them.
  state.behind = answer.seq < state.savedSeq
  state.savedSeq = answer.seq
  state.savedAt = turn.now
  state.unsaved = afterOwn(without(state.unsaved, sending.typed), answer.seq)
  rest(state)
  // If the server has submitted the attempt meanwhile and nothing is left to send, its result is final.
  if (!endStanding(turn)) sendNextSave(turn)
}

/** Returns the answers typed after `sent` was sent. */
function without(unsaved: UnsavedAnswers, sent: UnsavedAnswers): UnsavedAnswers {
  const unchanged = ([id, typed]: [string, PendingAnswer]) => sent[id]?.at === typed.at
  return Object.fromEntries(Object.entries(unsaved).filter((entry) => !unchanged(entry)))
}

function afterOwn(unsaved: UnsavedAnswers, saved: number): UnsavedAnswers {
  const own = ([id, typed]: [string, PendingAnswer]) =>
    [id, typed.seq === saved - 1 ? { ...typed, seq: saved } : typed] as const
  return Object.fromEntries(Object.entries(unsaved).map(own))
}

function rest(state: AttemptState): void {
  state.sending = null
  state.failures = 0
  state.retryAt = 0
}

export function onAnswerSaveFailed(turn: AttemptStepContext, failure: RequestFailure, sentAt: number): void {
  const { state } = turn
  const { sending } = state
  if (!sending) return
  state.sending = null
  if (failure.why === 'signedOut') state.signedOut = true
  else if (failure.why === 'unsent') {
    postpone(turn, failure.retryAfter)
  } else onRefused(turn, failure, { sentAt, what: sending.what })
}

function postpone({ state, now }: AttemptStepContext, retryAfter = 0): void {
  state.failures += 1
  state.retryAt = now + Math.max(retryWaitMs(state.failures, retry), retryAfter * 1000)
}

function onRefused(
  turn: AttemptStepContext,
  { key, msg, data }: Extract<RequestFailure, { why: 'refused' }>,
  { sentAt, what }: { sentAt: number; what: Sending['what'] },
): void {
  const { state } = turn
  const result = examResultOfRefusal(data)
  if (result && what === 'seal' && state.standing) onAttemptSubmitted(turn, result, false)
  else if (result) onAttemptEnded(turn, result)
  else if (key === 'exam.seqStale') onStale(turn, data)
  else if (key === 'exam.deadlineMoved') onMoved(turn, data, sentAt)
  // The attempt may not save any more. The answer stays stored and is sent with the submission.
  else if (key === 'exam.savesSpent') postpone(turn)
  else if (key === 'exam.sealedLate' || key === 'exam.sealedUnproven') onSealRefused(turn, msg)
  else {
    state.phase = 'error'
    state.problem = msg
  }
}

/** The page submitted before the server's deadline: time was added, or this clock is fast. */
function onMoved(turn: AttemptStepContext, data: Record<string, unknown>, sentAt: number): void {
  const { deadline, serverNow } = toMoved(data)
  setServerClock(turn, serverNow, sentAt)
  rest(turn.state)
  setDeadline(turn, deadline)
  resumeAfterEarlyDeadline(turn)
  requestExamHeartbeat(turn)
  sendNextSave(turn)
}

/** The contract guarantees these data for exam.deadlineMoved. */
function toMoved(data: Record<string, unknown>): { deadline: string; serverNow: string } {
  return data as { deadline: string; serverNow: string }
}

function onSealRefused(turn: AttemptStepContext, msg: string): void {
  const { state } = turn
  rest(state)
  state.sealRefused = true
  state.problem = msg
  sendNextSave(turn)
}

/** Asks the server for the result and plans to ask again, because a failed request is not reported. */
function askForResult(turn: AttemptStepContext): void {
  const { state, now } = turn
  if (!isEnding(state)) return
  state.retryAt = now + retry.longestMs
  addAttemptCommand(turn, { do: 'sync' })
}

/**
 * Merges answers that were saved elsewhere. If the student has not seen them, a running submission is stopped and the
 * paper is shown again.
 */
function onStale(turn: AttemptStepContext, data: Record<string, unknown>): void {
  const { state, now } = turn
  const saved = toServerAnswers(data)
  const shown = state.answers
  const { unsaved, doubtful } = mergeAnswers(state.unsaved, saved)
  state.savedSeq = saved.savedSeq
  state.behind = false
  state.unsaved = knowing(unsaved, saved.savedSeq)
  state.answers = { ...saved.answers, ...toAnswerOptions(unsaved) }
  const questions = state.sitting?.questions ?? []
  const isUnseen = ({ id }: AttemptQuestion) => !hasSameOptions(shown[id], state.answers[id])
  state.changed = questions.flatMap((question, index) => {
    const other = isUnseen(question) || doubtful.includes(question.id)
    return other || state.changed.includes(index + 1) ? [index + 1] : []
  })
  const unseen = questions.some(isUnseen) && now + state.offset < state.deadline
  if (unseen && state.phase === 'submitting') state.phase = 'running'
  rest(state)
  if (!endStanding(turn)) sendNextSave(turn)
}

function knowing(unsaved: UnsavedAnswers, seq: number): UnsavedAnswers {
  return Object.fromEntries(Object.entries(unsaved).map(([id, one]) => [id, { ...one, seq }]))
}

/** Shows the result of the server's own submission once no answers are left to send. */
function endStanding(turn: AttemptStepContext): boolean {
  const { standing, unsaved } = turn.state
  if (!standing || Object.keys(unsaved).length > 0) return false
  onAttemptSubmitted(turn, standing, false)
  return true
}

/** Called when the student submits. At the deadline, `submitAtDeadline` submits. */
export function submitAttempt(turn: AttemptStepContext): void {
  if (turn.state.phase !== 'running') return
  turn.state.phase = 'submitting'
  turn.state.changed = []
  retryAttemptCallsNow(turn)
}

/**
 * Sends at once and shortens the wait after a failure, because a phone reports the network a moment before it works.
 */
export function retryAttemptCallsNow(turn: AttemptStepContext): void {
  const { state } = turn
  state.retryAt = 0
  state.failures = Math.min(state.failures, 1)
  sendNextSave(turn)
}

/** Submits at the deadline, as the server does (docs/rules/exam.md#deadline). */
export function submitAtDeadline(turn: AttemptStepContext): void {
  const { state, now } = turn
  if (state.phase !== 'running' || now + state.offset < state.deadline) return
  state.phase = 'expired'
  retryAttemptCallsNow(turn)
}
