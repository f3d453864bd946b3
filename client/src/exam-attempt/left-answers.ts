import { deviceNow, steadyNow } from '../clock.ts'
import { limitAfter } from '../limit-after.ts'
import { readSession } from '../session.ts'
import type { ExamCalls } from './exam-calls.ts'
import { type Left, type Outcome, readLeft, settleLeft } from './kept-papers.ts'
import { choicesOf, merge, nextSeq, plain, toStanding } from './merging.ts'
import { failureOf, firstTry } from './sending.ts'
import type { Failure, Unsaved } from './state.ts'
import { heardAtOf } from './turn.ts'

type Calls = Pick<ExamCalls, 'save' | 'seal'>

/** so often another device may save in between */
const tries = 4

/**
 * Sends what a page that is gone had left (docs/exam-offline.md): as ordinary answers while the attempt runs, as answers sealed when the
 * last of them was typed once the bell has rung. Null: the server is out of reach, it stays on the device; or a page that was opened
 * meanwhile has taken it up.
 * @param still what lies on the device by now
 */
export async function sendLeft(
  left: Left,
  calls: Calls,
  still: () => Promise<Unsaved>,
): Promise<Outcome | null> {
  const { attemptId, page } = left.paper
  try {
    const done = await inTurn(left, still, (seq, { unsaved }) =>
      calls.save({ attemptId, page, seq, answers: plain(unsaved), chosen: choicesOf(unsaved) }),
    )
    if (!done) return null
    const { sent, newer, over, doubtful } = done
    return { kind: 'saved', answers: sent, ...(newer > 0 && { newer }), ...over, ...doubtful }
  } catch (error) {
    const failure = failureOf(error)
    if (isPassing(failure)) return null
    // only an attempt that is over answers with its result
    if (!failure.data.result) return wordOn(failure)
  }
  // one package is taken of an attempt: less than all that lies here would shut out what a page opened meanwhile has added
  const all = async () => {
    const there = await still()
    return isSame(left.unsaved, there) ? there : {}
  }
  if (Object.keys(await all()).length === 0) return null
  try {
    const done = await inTurn(left, all, (seq, now) =>
      calls.seal({ attemptId, page, seq, answers: plain(now.unsaved), ...sealOf(now) }),
    )
    if (!done) return null
    const { result, over } = done
    if (!result) return { kind: 'refused', msg: '这些题在其他设备上有更晚的作答，以其为准' }
    return { kind: 'taken', result, ...over }
  } catch (error) {
    const failure = failureOf(error)
    return isPassing(failure) ? null : wordOn(failure)
  }
}

type Refused = Extract<Failure, { why: 'refused' }>

/** No word on the answers themselves: they may be sent again at once. */
function isPassing(failure: Failure): failure is Exclude<Failure, Refused> {
  // saved as often as may be: sealed, they are taken after the bell; the bell was moved: they are saved
  const busy = ['exam.seqStale', 'exam.savesSpent', 'exam.deadlineMoved', 'common.busy']
  return failure.why !== 'refused' || busy.includes(failure.key ?? '')
}

/** These answers can never be taken, whatever page sends them: of save_answer and submit_sealed, but for what isPassing names. */
const final = [
  'exam.attemptNotFound',
  'exam.submitted',
  // by an attempt that is void: one that the bell ended takes sealed answers
  'exam.deadlinePassed',
  'exam.badAnswer',
  'exam.sealedUnproven',
  'exam.sealedLate',
]

/** Only what says never ends them: a page older or newer than the server, say, may be refused what the next one is not. */
function wordOn({ key, msg }: Refused): Outcome {
  return { kind: final.includes(key ?? '') ? 'refused' : 'kept', msg }
}

/** Sends what is left of every attempt that no page sits. @returns whether the server had a word on any */
export async function sendPapers(studentId: string, calls: Calls): Promise<boolean> {
  let heard = false
  for (const { paper, unsaved } of await readLeft(studentId)) {
    if (Object.keys(unsaved).length === 0) continue
    const { attemptId } = paper
    const still = async () => (await leftOf(studentId, attemptId))?.unsaved ?? {}
    await unlessSitting(attemptId, async () => {
      // a page may have sat it while others were sent, and be gone again
      const left = await leftOf(studentId, attemptId)
      if (!left || Object.keys(left.unsaved).length === 0) return
      const paused = left.paper.outcome?.kind === 'kept' && pausedUntil.get(attemptId)
      if (paused && steadyNow() < paused) return
      // another person may have signed in meanwhile, in another tab
      if (readSession()?.userInfo.id !== studentId) return
      const outcome = await sendLeft(left, inTime(calls), still)
      failures = outcome ? 0 : failures + 1
      if (!outcome) return
      if (outcome.kind === 'kept') pausedUntil.set(attemptId, steadyNow() + pauseMs)
      await settleLeft(studentId, left, outcome)
      heard = true
    })
  }
  return heard
}

async function leftOf(studentId: string, attemptId: string): Promise<Left | undefined> {
  return (await readLeft(studentId)).find(({ paper }) => paper.attemptId === attemptId)
}

/** in a row, of this page: as of one that sits, each lets the next try take longer */
let failures = 0

/** by attempt: what was refused, but not for good, this page sends again only then; the next page at once */
const pausedUntil = new Map<string, number>()
const pauseMs = 5 * 60_000

const inTime = ({ save, seal }: Calls): Calls => ({
  save: (input) => save(input, limitAfter(firstTry.save, failures)),
  seal: (input) => seal(input, limitAfter(firstTry.end, failures)),
})

/** longer than any outage of ours: what a line refuses of these answers alone holds nobody up for ever */
const longestMs = 24 * 3_600_000

/** Answers wait here that the server may still take, how late only it knows: an attempt that is begun before its word shuts them out. */
export function isAwaited({ paper, unsaved }: Left): boolean {
  const waits = Object.keys(unsaved).length > 0 && paper.outcome?.kind !== 'kept'
  return waits && deviceNow() < paper.bellAt + longestMs
}

interface Sent<Result> {
  result: Result | null
  sent: number
  /** so many gave way */
  newer: number
  /** how many took the place of what was saved, if any did; the person is told */
  over: { over: number } | null
  /** the questions of both */
  doubtful: { doubtful: string[] } | null
}

/**
 * With the number that is next at the server: another device may have gone on, and what it answered later stands. Or a page of this browser
 * has, that was opened since: what it has taken up it sends by itself. Null: that was all.
 */
async function inTurn<Result>(
  left: Left,
  still: () => Promise<Unsaved>,
  send: (seq: number, now: Left) => Promise<Result>,
): Promise<Sent<Result> | null> {
  let { unsaved } = left
  let seq = nextSeq(unsaved, left.paper.savedSeq)
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
      const failure = failureOf(error)
      const next = failure.why === 'refused' && failure.key === 'exam.seqStale'
      if (!next || tried === tries) throw error
      const saved = toStanding(failure.data)
      seq = saved.savedSeq + 1
      const ours = unchanged(unsaved, await still())
      if (Object.keys(ours).length === 0) return null
      const merged = merge(ours, saved)
      unsaved = merged.unsaved
      newer += Object.keys(ours).length - Object.keys(unsaved).length
      for (const id of merged.doubtful) inDoubt.add(id)
    }
  }
}

const unchanged = (unsaved: Unsaved, there: Unsaved): Unsaved =>
  Object.fromEntries(Object.entries(unsaved).filter(([id, { at }]) => there[id]?.at === at))

function isSame(unsaved: Unsaved, there: Unsaved): boolean {
  const as = Object.keys(unchanged(unsaved, there)).length
  return [unsaved, there].every((one) => Object.keys(one).length === as)
}

/** Sealed when the last answer was typed: nothing could be added to a page that was gone. */
export function sealOf({ paper, unsaved }: Left): { beacon: string; sealedAfterMs: number } {
  const { beacon, beaconAt, bellAt } = paper
  const heardAt = heardAtOf(beacon)
  const offset = heardAt - beaconAt
  const typed = Object.values(unsaved).map(({ at, serverAt = at + offset }) => serverAt)
  const sealedAt = Math.min(bellAt + offset, Math.max(...typed))
  return { beacon, sealedAfterMs: Math.max(0, Math.round(sealedAt - heardAt)) }
}

/** sat by this very page: known before the lock is held, and where there are no locks */
const satHere = new Set<string>()

const lockOf = (attemptId: string) => `exam:${attemptId}`

/** A page is open that sits this attempt: it sends by itself. Returns the way to stop; a page that is killed has stopped. */
export function whileSitting(attemptId: string): () => void {
  satHere.add(attemptId)
  const stop = new AbortController()
  const stopped = new Promise<void>((resolve) =>
    stop.signal.addEventListener('abort', () => resolve()),
  )
  // without TLS there are no locks: then two pages may send, and the second is answered as the first
  void navigator.locks?.request(lockOf(attemptId), { mode: 'shared' }, () => stopped)
  return () => {
    satHere.delete(attemptId)
    stop.abort()
  }
}

/** The attempts that other pages of this browser sit, asleep or not: what those have left they alone send. Without locks nobody knows. */
export async function listSatElsewhere(): Promise<string[]> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  // who sends what is left holds the lock alone
  const sat = held.filter(({ mode }) => mode === 'shared').map(({ name = '' }) => name)
  const here = [...satHere].map(lockOf)
  const before = lockOf('')
  return sat
    .filter((name) => name.startsWith(before) && !here.includes(name))
    .map((name) => name.slice(before.length))
}

/** Does the job unless a page sits this attempt, or another is at it. */
export async function unlessSitting(attemptId: string, job: () => Promise<void>): Promise<void> {
  if (satHere.has(attemptId)) return
  if (!navigator.locks) return job()
  await navigator.locks.request(lockOf(attemptId), { ifAvailable: true }, (lock) =>
    lock ? job() : undefined,
  )
}
