import { beatNow } from './beating.ts'
import { goOn, setDeadline } from './bell.ts'
import { onSubmitted, toResult } from './ending.ts'
import { choicesOf, merge, nextSeq, plain, same, toStanding } from './merging.ts'
import { nextSaveAt } from './pacing.ts'
import {
  type AttemptState,
  type ExamResult,
  type Failure,
  isSitting,
  type Kept,
  type Question,
  type Typed,
  type Unsaved,
} from './state.ts'
import { heardAtOf, order, setBeacon, setClock, type Turn } from './turn.ts'

type Sending = NonNullable<AttemptState['sending']>

const retryMs = 1000
const longestRetryMs = 15_000
/** so many of the choices that an answer took the place of are remembered */
const mostReplaced = 30

/** A changed answer: shown at once, on the device at once, on its way at once or with the next save. */
export function answer(turn: Turn, questionId: string, options: string[]): void {
  const { state, now } = turn
  const question = state.sitting?.questions.find(({ id }) => id === questionId)
  if (state.phase !== 'running' || !question || !fits(question, options)) return
  const before = state.unsaved[questionId]
  const at = before ? Math.max(now, before.at + 1) : now
  // of what was taken over from another page, no more was seen than that page knew
  const seq = Math.min(before?.seq ?? state.savedSeq, state.savedSeq)
  const replaced = before ? replacedBy([], before) : []
  const typed = { options, at, serverAt: now + state.offset, seq, before: replaced }
  state.changed = state.changed.filter((no) => state.sitting?.questions[no - 1] !== question)
  state.answers = { ...state.answers, [questionId]: options }
  state.unsaved = { ...state.unsaved, [questionId]: typed }
  pump(turn)
}

/**
 * What other pages of this browser type is taken over: at the bell, too, which rings there by another clock, until it is sealed, for one package
 * is taken of an attempt.
 */
export function takesMore({ phase, isSealed }: AttemptState): boolean {
  return phase === 'running' || (phase === 'expired' && !isSealed)
}

/** Takes what another page of this browser typed, where it is newer. What does not fit the paper is left. */
export function adopt(turn: Turn, kept: Kept): void {
  const { state } = turn
  const newer = Object.entries(kept.unsaved).flatMap(([id, typed]) => {
    const question = state.sitting?.questions.find((one) => one.id === id)
    const mine = state.unsaved[id]
    if (!question || !fits(question, typed.options) || (mine && mine.at >= typed.at)) return []
    return [[id, mine ? { ...typed, before: replacedBy(typed.before, mine) } : typed] as const]
  })
  if (newer.length === 0) return
  state.unsaved = { ...state.unsaved, ...Object.fromEntries(newer) }
  state.answers = { ...state.answers, ...plain(state.unsaved) }
}

/** What is chosen later, be it on a page that did not show ours, replaces ours. */
function replacedBy(before: number[] = [], { at, before: earlier = [] }: Typed): number[] {
  return [...earlier, at, ...before].slice(-mostReplaced)
}

function fits({ type, options: offered }: Question, options: string[]): boolean {
  const ids = new Set(offered.map(({ id }) => id))
  const known = new Set(options).size === options.length && options.every((id) => ids.has(id))
  return known && (type === 'MULTIPLE' || options.length <= 1)
}

const isEnding = ({ phase }: AttemptState) => phase === 'submitting' || phase === 'expired'

/** Sends what there is to send: one request at a time, everything unsaved in it. */
export function pump(turn: Turn): void {
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
  const seq = nextSeq(state.unsaved, state.savedSeq)
  const { unsaved } = state
  state.sending = { what: seal ? 'seal' : what, seq, typed: unsaved }
  const answers = plain(unsaved)
  if (seal) {
    state.isSealed = true
    order(turn, { do: 'seal', seq, answers, ...sealOf(turn) })
  }
  // the person's own word stands, whatever the server knows of the time; the clock's does not
  else if (state.phase === 'expired')
    order(turn, { do: 'submit', seq, answers, bell: new Date(state.deadline).toISOString() })
  else if (ending) order(turn, { do: 'submit', seq, answers })
  else order(turn, { do: 'save', seq, answers, chosen: choicesOf(unsaved) })
}

/** the server takes answers on their way for a moment after the bell; then they need a proof */
const onTheirWayMs = 2000

/** The bell has rung while the server was out of reach (docs/exam-offline.md), for whoever had handed in before it, too. */
function mustSeal({ state, now }: Turn): boolean {
  const rung = state.standing !== null || now + state.offset > state.deadline + onTheirWayMs
  return isEnding(state) && rung
}

/**
 * At the bell; where only the server has heard it, our clock is behind, and when the last was typed is what counts. From the beacon to the
 * bell it is the server's clock alone: what ours is off by must not make it later.
 */
function sealOf({ state, now }: Turn) {
  const { beacon, deadline, offset, unsaved } = state
  const heardAt = heardAtOf(beacon)
  const typed = Object.values(unsaved).map(({ at, serverAt = at + offset }) => serverAt)
  const rung = now + offset >= deadline
  const sealedAt = rung ? deadline : Math.min(deadline, Math.max(heardAt, ...typed))
  return { beacon, afterMs: Math.max(0, Math.round(sealedAt - heardAt)) }
}

/**
 * The server says that the attempt is over. Where it ended by the deadline without all that was typed here, that is sealed
 * whatever our clock says; else its result is the last word.
 */
export function onEnded(turn: Turn, result: ExamResult): void {
  const { state } = turn
  const lacks = result.submittedBy === 'DEADLINE' && Object.keys(state.unsaved).length > 0
  if (!lacks || !isSitting(state) || state.sealRefused) {
    onSubmitted(turn, result, false)
    return
  }
  if (state.phase === 'running') state.phase = 'expired'
  state.standing = result
  state.retryAt = 0
  pump(turn)
}

/** Sealed answers wait for the server's word: until then its own submission is not the last one. */
export function isSealing(state: AttemptState): boolean {
  const { sealRefused, sending, unsaved } = state
  const waits = (sending && sending.what !== 'save') || Object.keys(unsaved).length > 0
  return isEnding(state) && !sealRefused && Boolean(waits)
}

/** On disk at the server: what was typed since stays unsaved, and goes next. */
export function onSaved(
  turn: Turn,
  answer: { seq: number; serverNow: string; deadline: string; beacon: string; sentAt: number },
): void {
  const { state } = turn
  const { sending } = state
  if (sending?.what !== 'save' || sending.seq !== answer.seq) return
  // the answer to a repeat may be old: only a first one sets the clock; but it proves that the server has heard us since
  if (state.failures === 0) setClock(turn, answer.serverNow, answer.sentAt)
  setBeacon(turn, answer.beacon)
  if (setDeadline(turn, answer.deadline)) beatNow(turn)
  // an entry with nothing in it: what is known to be saved since is asked for again
  state.behind = answer.seq < state.savedSeq
  state.savedSeq = answer.seq
  state.savedAt = turn.now
  state.unsaved = afterOwn(without(state.unsaved, sending.typed), answer.seq)
  rest(state)
  // it may have arrived before the server submitted
  if (!endStanding(turn)) pump(turn)
}

/** What was typed since `sent` left. */
function without(unsaved: Unsaved, sent: Unsaved): Unsaved {
  const unchanged = ([id, typed]: [string, Typed]) => sent[id]?.at === typed.at
  return Object.fromEntries(Object.entries(unsaved).filter((entry) => !unchanged(entry)))
}

/** Whoever knew all that was saved before our own save knows that, too. */
function afterOwn(unsaved: Unsaved, saved: number): Unsaved {
  const own = ([id, typed]: [string, Typed]) =>
    [id, typed.seq === saved - 1 ? { ...typed, seq: saved } : typed] as const
  return Object.fromEntries(Object.entries(unsaved).map(own))
}

function rest(state: AttemptState): void {
  state.sending = null
  state.failures = 0
  state.retryAt = 0
}

/** Out of reach is tried again, a refusal is acted on, signed out waits for the person. */
export function onNotSent(turn: Turn, failure: Failure, sentAt: number): void {
  const { state } = turn
  const { sending } = state
  if (!sending) return
  state.sending = null
  if (failure.why === 'signedOut') state.signedOut = true
  else if (failure.why === 'unsent') {
    postpone(turn, failure.retryAfter)
  } else onRefused(turn, failure, { sentAt, what: sending.what })
}

function postpone({ state, now }: Turn, retryAfter = 0): void {
  state.failures += 1
  const wait = Math.min(longestRetryMs, retryMs * 2 ** (state.failures - 1))
  state.retryAt = now + Math.max(wait, retryAfter * 1000)
}

function onRefused(
  turn: Turn,
  { key, msg, data }: Extract<Failure, { why: 'refused' }>,
  { sentAt, what }: { sentAt: number; what: Sending['what'] },
): void {
  const { state } = turn
  const result = toResult(data)
  // sealed for what stands, and not taken: that is the last word
  if (result && what === 'seal' && state.standing) onSubmitted(turn, result, false)
  else if (result) onEnded(turn, result)
  else if (key === 'exam.seqStale') onStale(turn, data)
  else if (key === 'exam.deadlineMoved') onMoved(turn, data, sentAt)
  // none the less it stays here, and goes with the hand-in
  else if (key === 'exam.savesSpent') postpone(turn)
  else if (key === 'exam.sealedLate' || key === 'exam.sealedUnproven') onSealRefused(turn, msg)
  else {
    state.phase = 'error'
    state.problem = msg
  }
}

/** The clock handed in, and the bell lies ahead: time was added, or this clock is fast. */
function onMoved(turn: Turn, data: Record<string, unknown>, sentAt: number): void {
  const { deadline, serverNow } = toMoved(data)
  setClock(turn, serverNow, sentAt)
  rest(turn.state)
  setDeadline(turn, deadline)
  goOn(turn)
  beatNow(turn)
  pump(turn)
}

/** The contract's guarantee: exam.deadlineMoved carries both. */
function toMoved(data: Record<string, unknown>): { deadline: string; serverNow: string } {
  return data as { deadline: string; serverNow: string }
}

/** What the server had submitted stands: its result is asked for. */
function onSealRefused(turn: Turn, msg: string): void {
  const { state } = turn
  rest(state)
  state.sealRefused = true
  state.problem = msg
  pump(turn)
}

/** Nobody tells of a question that failed: it is asked again until the result is here. */
function askForResult(turn: Turn): void {
  const { state, now } = turn
  if (!isEnding(state)) return
  state.retryAt = now + longestRetryMs
  order(turn, { do: 'sync' })
}

/**
 * Something else is saved, by another page or device or by this page, late on a slow line: of each question the last answer stands.
 * Whoever hands in what they have not seen looks again; what they see is handed in.
 */
function onStale(turn: Turn, data: Record<string, unknown>): void {
  const { state, now } = turn
  const saved = toStanding(data)
  const shown = state.answers
  const { unsaved, doubtful } = merge(state.unsaved, saved)
  state.savedSeq = saved.savedSeq
  state.behind = false
  // they have been weighed against all of it
  state.unsaved = knowing(unsaved, saved.savedSeq)
  state.answers = { ...saved.answers, ...plain(unsaved) }
  const questions = state.sitting?.questions ?? []
  const isUnseen = ({ id }: Question) => !same(shown[id], state.answers[id])
  state.changed = questions.flatMap((question, index) => {
    const other = isUnseen(question) || doubtful.includes(question.id)
    return other || state.changed.includes(index + 1) ? [index + 1] : []
  })
  const unseen = questions.some(isUnseen) && now + state.offset < state.deadline
  if (unseen && state.phase === 'submitting') state.phase = 'running'
  rest(state)
  if (!endStanding(turn)) pump(turn)
}

function knowing(unsaved: Unsaved, seq: number): Unsaved {
  return Object.fromEntries(Object.entries(unsaved).map(([id, one]) => [id, { ...one, seq }]))
}

/** The server's own submission is the last word once nothing is left to seal. */
function endStanding(turn: Turn): boolean {
  const { standing, unsaved } = turn.state
  if (!standing || Object.keys(unsaved).length > 0) return false
  onSubmitted(turn, standing, false)
  return true
}

/** By the person; the bell has its own way (watchDeadline). */
export function submit(turn: Turn): void {
  if (turn.state.phase !== 'running') return
  turn.state.phase = 'submitting'
  turn.state.changed = []
  retryNow(turn)
}

/**
 * The network is back, or the person does not want to wait. A phone says so a moment before it is true: what fails then is tried
 * again as soon as after a first failure.
 */
export function retryNow(turn: Turn): void {
  const { state } = turn
  state.retryAt = 0
  state.failures = Math.min(state.failures, 1)
  pump(turn)
}

/** The clock: at zero the page submits, as the server does too (product §4 Exam). */
export function watchDeadline(turn: Turn): void {
  const { state, now } = turn
  if (state.phase !== 'running' || now + state.offset < state.deadline) return
  state.phase = 'expired'
  retryNow(turn)
}
