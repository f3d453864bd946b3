import { deviceNow, monotonicNow } from '../clock.ts'
import { readSession } from '../session.ts'
import { timeLimitAfterFailures } from '../upload-limit.ts'
import type { ExamCalls } from './exam-calls.ts'
import { choiceTimesOf, mergeAnswers, nextSaveSeq, toAnswerOptions, toServerAnswers } from './merge-answers.ts'
import { firstTryTimeLimitsMs, toRequestFailure } from './send.ts'
import type { RequestFailure, UnsavedAnswers } from './state.ts'
import { timeOfBeacon } from './step-context.ts'
import { clearUnsentAnswers, readUnsentAnswers, type UnsentAnswers, type UnsentOutcome } from './stored-papers.ts'

type Calls = Pick<ExamCalls, 'save' | 'seal'>

const tries = 4

/**
 * Sends answers that a closed page left on the device. Returns null when the server is out of reach or an open page now
 * sends them (docs/exam-offline.md).
 * @param still reads the answers that are stored at that moment
 */
export async function sendUnsentAnswers(
  left: UnsentAnswers,
  calls: Calls,
  still: () => Promise<UnsavedAnswers>,
): Promise<UnsentOutcome | null> {
  const { attemptId, page } = left.paper
  try {
    const done = await inTurn(left, still, (seq, { unsaved }) =>
      calls.save({ attemptId, page, seq, answers: toAnswerOptions(unsaved), chosen: choiceTimesOf(unsaved) }),
    )
    if (!done) return null
    const { sent, newer, over, doubtful } = done
    return { kind: 'saved', answers: sent, ...(newer > 0 && { newer }), ...over, ...doubtful }
  } catch (error) {
    const failure = toRequestFailure(error)
    if (isPassing(failure)) return null
    /**
     * Only a refusal with a result means that the attempt has ended. The answers are then sent as an offline
     * submission.
     */
    if (!failure.data.result) return wordOn(failure)
  }
  // The server takes one offline submission, which must include answers of newer pages.
  const all = async () => {
    const there = await still()
    return isSame(left.unsaved, there) ? there : {}
  }
  if (Object.keys(await all()).length === 0) return null
  try {
    const done = await inTurn(left, all, (seq, now) =>
      calls.seal({
        attemptId,
        page,
        seq,
        answers: toAnswerOptions(now.unsaved),
        ...offlineSubmissionOf(now),
      }),
    )
    if (!done) return null
    const { result, over } = done
    if (!result) return { kind: 'refused', msg: '这些题在其他设备上有更晚的作答，以其为准' }
    return { kind: 'taken', result, ...over }
  } catch (error) {
    const failure = toRequestFailure(error)
    return isPassing(failure) ? null : wordOn(failure)
  }
}

type Refused = Extract<RequestFailure, { why: 'refused' }>

/**
 * Whether the failure is temporary: the server has not decided about the answers, so they may be sent again at once.
 */
function isPassing(failure: RequestFailure): failure is Exclude<RequestFailure, Refused> {
  // When the saves are spent, answers are accepted after the deadline; a moved deadline allows saving.
  const busy = ['exam.seqStale', 'exam.savesSpent', 'exam.deadlineMoved', 'common.busy']
  return failure.why !== 'refused' || busy.includes(failure.key ?? '')
}

/** Final refusals of save_answer and submit_sealed, whatever page sends them. */
const final = [
  'exam.attemptNotFound',
  'exam.submitted',
  // In these calls the key means a void attempt, because an ended attempt accepts offline submissions.
  'exam.deadlinePassed',
  'exam.badAnswer',
  'exam.sealedUnproven',
  'exam.sealedLate',
]

/**
 * Returns the outcome of a refusal. Refusals outside of `final` are temporary, for example when page and server have
 * different versions.
 */
function wordOn({ key, msg }: Refused): UnsentOutcome {
  return { kind: final.includes(key ?? '') ? 'refused' : 'kept', msg }
}

/**
 * Sends the unsent answers of all attempts of a student.
 * @returns whether the server decided about any of them
 */
export async function sendAllUnsentAnswers(studentId: string, calls: Calls): Promise<boolean> {
  let heard = false
  for (const { paper, unsaved } of await readUnsentAnswers(studentId)) {
    if (Object.keys(unsaved).length === 0) continue
    const { attemptId } = paper
    const still = async () => (await leftOf(studentId, attemptId))?.unsaved ?? {}
    await runWithAttemptLock(attemptId, async () => {
      // Read the answers again, because a page may have opened and closed the attempt while others were sent.
      const left = await leftOf(studentId, attemptId)
      if (!left || Object.keys(left.unsaved).length === 0) return
      const paused = left.paper.outcome?.kind === 'kept' && pausedUntil.get(attemptId)
      if (paused && monotonicNow() < paused) return
      // Another student may have signed in in another tab. Never send answers for the wrong account.
      if (readSession()?.userInfo.id !== studentId) return
      const outcome = await sendUnsentAnswers(left, inTime(calls), still)
      failures = outcome ? 0 : failures + 1
      if (!outcome) return
      if (outcome.kind === 'kept') pausedUntil.set(attemptId, monotonicNow() + pauseMs)
      await clearUnsentAnswers(studentId, left, outcome)
      heard = true
    })
  }
  return heard
}

async function leftOf(studentId: string, attemptId: string): Promise<UnsentAnswers | undefined> {
  return (await readUnsentAnswers(studentId)).find(({ paper }) => paper.attemptId === attemptId)
}

/** The number of failures in a row extends the next time limit. */
let failures = 0

/** Earliest time of the next try to send, by the exam attempt's id. */
const pausedUntil = new Map<string, number>()
const pauseMs = 5 * 60_000

const inTime = ({ save, seal }: Calls): Calls => ({
  save: (input) => save(input, timeLimitAfterFailures(firstTryTimeLimitsMs.save, failures)),
  seal: (input) => seal(input, timeLimitAfterFailures(firstTryTimeLimitsMs.end, failures)),
})

/**
 * Milliseconds after the deadline during which unsent answers can delay a new attempt. The time is longer than any
 * outage but limited, because a network might block only these answers.
 */
const longestMs = 24 * 3_600_000

/**
 * Whether a new attempt must wait for unsent answers. The server may still accept them now, but not after a new attempt
 * has started.
 */
export function areUnsentAnswersPending({ paper, unsaved }: UnsentAnswers): boolean {
  const waits = Object.keys(unsaved).length > 0 && paper.outcome?.kind !== 'kept'
  return waits && deviceNow() < paper.bellAt + longestMs
}

interface Sent<Result> {
  result: Result | null
  sent: number
  newer: number
  /** Number of saved answers that these answers replaced. The student is told the number. */
  over: { over: number } | null
  doubtful: { doubtful: string[] } | null
}

/**
 * Sends the answers and retries when other answers were saved meanwhile. Drops answers that another device or a newer
 * page has replaced. Returns null when no answers remain.
 */
async function inTurn<Result>(
  left: UnsentAnswers,
  still: () => Promise<UnsavedAnswers>,
  send: (seq: number, now: UnsentAnswers) => Promise<Result>,
): Promise<Sent<Result> | null> {
  let { unsaved } = left
  let seq = nextSaveSeq(unsaved, left.paper.savedSeq)
  let newer = 0
  const inDoubt = new Set<string>()
  for (let tried = 1; ; tried += 1) {
    try {
      const sent = Object.keys(unsaved).length
      const result = sent > 0 ? await send(seq, { ...left, unsaved }) : null
      const over = [...inDoubt].filter((id) => unsaved[id]).length
      const doubtful = inDoubt.size > 0 ? { doubtful: [...inDoubt] } : null
      return { result, sent, newer, over: over > 0 ? { over } : null, doubtful }
    } catch (error) {
      const failure = toRequestFailure(error)
      const next = failure.why === 'refused' && failure.key === 'exam.seqStale'
      if (!next || tried === tries) throw error
      const saved = toServerAnswers(failure.data)
      seq = saved.savedSeq + 1
      const ours = unchanged(unsaved, await still())
      if (Object.keys(ours).length === 0) return null
      const merged = mergeAnswers(ours, saved)
      unsaved = merged.unsaved
      newer += Object.keys(ours).length - Object.keys(unsaved).length
      for (const id of merged.doubtful) inDoubt.add(id)
    }
  }
}

const unchanged = (unsaved: UnsavedAnswers, there: UnsavedAnswers): UnsavedAnswers =>
  Object.fromEntries(Object.entries(unsaved).filter(([id, { at }]) => there[id]?.at === at))

function isSame(unsaved: UnsavedAnswers, there: UnsavedAnswers): boolean {
  const as = Object.keys(unchanged(unsaved, there)).length
  return [unsaved, there].every((one) => Object.keys(one).length === as)
}

/**
 * Builds an offline submission. Its sealing time is that of the last typed answer, because a closed page receives no
 * more answers.
 */
export function offlineSubmissionOf({ paper, unsaved }: UnsentAnswers): {
  beacon: string
  sealedAfterMs: number
} {
  const { beacon, beaconAt, bellAt } = paper
  const heardAt = timeOfBeacon(beacon)
  const offset = heardAt - beaconAt
  const typed = Object.values(unsaved).map(({ at, serverAt = at + offset }) => serverAt)
  const sealedAt = Math.min(bellAt + offset, Math.max(...typed))
  return { beacon, sealedAfterMs: Math.max(0, Math.round(sealedAt - heardAt)) }
}

/** Attempts open in this page, known before the lock is granted and in browsers without locks. */
const satHere = new Set<string>()

const lockOf = (attemptId: string) => `exam:${attemptId}`

/** Tells other pages that this one has the attempt open. @returns a function that releases the lock */
export function acquireOpenAttemptLock(attemptId: string): () => void {
  satHere.add(attemptId)
  const stop = new AbortController()
  const stopped = new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve()))
  // Without HTTPS there are no locks. Two pages may then send the same answers, and both get the same response.
  void navigator.locks?.request(lockOf(attemptId), { mode: 'shared' }, () => stopped)
  return () => {
    satHere.delete(attemptId)
    stop.abort()
  }
}

/**
 * Lists attempts open in other pages, which send their answers themselves, even when asleep. Without locks the list is
 * empty.
 */
export async function listAttemptsOpenElsewhere(): Promise<string[]> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  // Pages that have an attempt open share its lock. Pages that only send stored answers hold the lock exclusively.
  const sat = held.filter(({ mode }) => mode === 'shared').map(({ name = '' }) => name)
  const here = [...satHere].map(lockOf)
  const before = lockOf('')
  return sat.filter((name) => name.startsWith(before) && !here.includes(name)).map((name) => name.slice(before.length))
}

export async function runWithAttemptLock(attemptId: string, job: () => Promise<void>): Promise<void> {
  if (satHere.has(attemptId)) return
  if (!navigator.locks) return job()
  await navigator.locks.request(lockOf(attemptId), { ifAvailable: true }, (lock) => (lock ? job() : undefined))
}
