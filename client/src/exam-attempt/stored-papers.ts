import type { DBSchema, IDBPDatabase } from 'idb'
import { deviceNow } from '../clock.ts'
import { createDeviceStore, createPageChannel, keyRangeOfPrefix } from '../device-store.ts'
import { trackStudentsAllowedToStore } from '../signed-out.ts'
import { forgetAttemptPageId } from './page-number.ts'
import type { AttemptState, ExamKey, ExamResult, LocalDraft, PendingAnswer, UnsavedAnswers } from './state.ts'
import { timeOfBeacon } from './step-context.ts'

/**
 * Milliseconds after which a stored paper is removed when it has no unsent answers or the server keeps refusing them.
 * Other unsent answers stay, because this clock may be wrong and the server decides.
 */
const keptMs = 3 * 24 * 3600_000

export type UnsentOutcome =
  /**
   * `newer`: answers replaced by later ones of another device. `over`: answers that replaced earlier ones. `doubtful`:
   * the ids of both.
   */
  | { kind: 'saved'; answers: number; newer?: number; over?: number; doubtful?: string[] }
  | { kind: 'taken'; result: ExamResult; over?: number }
  | { kind: 'refused'; msg: string }
  /** A temporary refusal: the answers stay and are sent again. */
  | { kind: 'kept'; msg: string }

export interface StoredPaper {
  attemptId: string
  exam: ExamKey
  courseTitle: string
  /** Sequence number for stored answers that do not have their own. */
  savedSeq: number
  /** Id of this browser's pages at the server. Older rows lack it. */
  page?: string | undefined
  /** `beaconAt` and `bellAt` are epoch milliseconds of the device. */
  beacon: string
  beaconAt: number
  bellAt: number
  /** Seconds after the deadline in which answers are taken. Missing in older rows. */
  sealedSeconds?: number
  marks: string[]
  current: number
  changed?: number[]
  outcome: UnsentOutcome | null
  /** Ids of questions to review, for the next page. */
  doubtful?: string[]
}

export interface UnsentAnswers {
  paper: StoredPaper
  unsaved: UnsavedAnswers
}

/** `typed`: new or updated answers. `settled`: answers that the server has confirmed. */
export interface DraftChange {
  typed: UnsavedAnswers
  settled: UnsavedAnswers
  hurry?: boolean
}

interface Rows extends DBSchema {
  papers: {
    key: [studentId: string, attemptId: string]
    value: StoredPaper & { studentId: string; at: number }
  }
  answers: {
    key: [studentId: string, attemptId: string, questionId: string]
    value: PendingAnswer & { studentId: string; attemptId: string; questionId: string }
  }
}

const store = createDeviceStore<Rows>('exam', 1, (database) => {
  database.createObjectStore('papers', { keyPath: ['studentId', 'attemptId'] })
  database.createObjectStore('answers', { keyPath: ['studentId', 'attemptId', 'questionId'] })
})
const keeping = trackStudentsAllowedToStore()

/** Shares typed answers between pages of this browser. */
const pages = createPageChannel('exam')

/** Typing the same answer again counts as a new answer, so times are compared. */
export function draftChangeOf(before: UnsavedAnswers, after: UnsavedAnswers): DraftChange {
  const only = (these: UnsavedAnswers, those: UnsavedAnswers) =>
    Object.fromEntries(
      Object.entries(these).filter(([id, { at, seq }]) => those[id]?.at !== at || those[id]?.seq !== seq),
    )
  const settled = Object.entries(before).filter(([id]) => !after[id])
  return { typed: only(after, before), settled: Object.fromEntries(settled) }
}

/**
 * Uses one transaction, so that a page killed right afterwards loses nothing. @returns false when the device stores
 * nothing
 */
export async function storeDraft(
  studentId: string,
  paper: StoredPaper,
  { typed, settled, hurry }: DraftChange,
): Promise<boolean> {
  if (!keeping.has(studentId)) return false
  const { attemptId } = paper
  const told = { unsaved: typed, marks: paper.marks, current: paper.current }
  // Announce an answer once, because a page that has already sent it would send it again.
  if (hurry) pages()?.postMessage({ studentId, attemptId, kept: told })
  /**
   * Remove settled answers before storing the new sequence number. If the page is killed in between, they would
   * otherwise be sent again with the new number.
   */
  const isEmpty = Object.keys(settled).length === 0
  const removing = isEmpty || store.change((database) => remove(database, [studentId, attemptId], settled))
  const kept = await store.change(async (database) => {
    // Store nothing if the student has signed out meanwhile.
    if (!keeping.has(studentId)) return
    await (hurry ? put : putNewer)(database, studentId, paper, typed)
  })
  return (await removing) && kept
}

async function put(
  database: IDBPDatabase<Rows>,
  studentId: string,
  paper: StoredPaper,
  typed: UnsavedAnswers,
): Promise<void> {
  const change = database.transaction(['papers', 'answers'], 'readwrite', { durability: 'strict' })
  const jobs: Promise<unknown>[] = [change.objectStore('papers').put({ ...paper, studentId, at: deviceNow() })]
  const answers = change.objectStore('answers')
  for (const [questionId, one] of Object.entries(typed))
    jobs.push(answers.put({ ...one, studentId, attemptId: paper.attemptId, questionId }))
  change.commit()
  await Promise.all([...jobs, change.done])
}

/**
 * Stores answers, but keeps those that another page stored later. Both reading and writing happen in one transaction,
 * so nothing changes in between.
 */
async function putNewer(
  database: IDBPDatabase<Rows>,
  studentId: string,
  paper: StoredPaper,
  typed: UnsavedAnswers,
): Promise<void> {
  const { attemptId } = paper
  const change = database.transaction(['papers', 'answers'], 'readwrite', { durability: 'strict' })
  const papers = change.objectStore('papers')
  const newest = withNewest(paper, await papers.get([studentId, attemptId]))
  await papers.put({ ...newest, studentId, at: deviceNow() })
  const answers = change.objectStore('answers')
  for (const [questionId, one] of Object.entries(typed)) {
    const there = await answers.get([studentId, attemptId, questionId])
    if (!there || there.at <= one.at) await answers.put({ ...one, studentId, attemptId, questionId })
  }
  await change.done
}

function withNewest(paper: StoredPaper, { beacon }: { beacon: string } = paper): StoredPaper {
  const ahead = timeOfBeacon(beacon) - timeOfBeacon(paper.beacon)
  return ahead > 0 ? { ...paper, beacon, beaconAt: paper.beaconAt + ahead } : paper
}

/** Removes settled answers from the device, but keeps answers that another page has typed since. */
async function remove(
  database: IDBPDatabase<Rows>,
  [studentId, attemptId]: [string, string],
  settled: UnsavedAnswers,
): Promise<void> {
  const change = database.transaction('answers', 'readwrite')
  for (const [questionId, { at }] of Object.entries(settled)) {
    const there = await change.store.get([studentId, attemptId, questionId])
    if (there && there.at <= at) await change.store.delete([studentId, attemptId, questionId])
  }
  await change.done
}

/** Reads the stored drafts and allows this page to store drafts for the student from now on. */
export function openLocalDrafts(studentId: string): Promise<(attemptId: string) => LocalDraft> {
  keeping.add(studentId)
  return readLocalDrafts(studentId)
}

/** Returns an empty draft after a sign-out. */
export async function readLocalDrafts(studentId: string): Promise<(attemptId: string) => LocalDraft> {
  const all = await readUnsentAnswers(studentId)
  const mine = keeping.has(studentId) ? all : []
  return (attemptId) => {
    const left = mine.find(({ paper }) => paper.attemptId === attemptId)
    const { marks = [], current = 0, page, changed, doubtful } = left?.paper ?? {}
    return { unsaved: left?.unsaved ?? {}, marks, current, page, changed, doubtful }
  }
}

/**
 * Reads the student's stored papers and unsent answers. Removes old papers without answers and answers that the server
 * has refused all the time.
 */
export function readUnsentAnswers(studentId: string): Promise<UnsentAnswers[]> {
  return store.read(
    (database) => readAll(database, studentId),
    () => [],
  )
}

async function readAll(database: IDBPDatabase<Rows>, studentId: string): Promise<UnsentAnswers[]> {
  // One transaction gives a consistent state.
  const both = database.transaction(['papers', 'answers'])
  const [papers, answers] = await Promise.all([
    both.objectStore('papers').getAll(keyRangeOfPrefix(studentId)),
    both.objectStore('answers').getAll(keyRangeOfPrefix(studentId)),
  ])
  const all = papers.map((paper) => {
    const mine = answers.filter(({ attemptId }) => attemptId === paper.attemptId)
    const unsaved = mine.map(
      ({ questionId, studentId: _s, attemptId: _a, ...typed }) =>
        [questionId, { seq: paper.savedSeq, ...typed }] as const,
    )
    return { paper, unsaved: Object.fromEntries(unsaved) }
  })
  const old = all.filter(
    ({ paper: { at, outcome }, unsaved }) =>
      deviceNow() - at > keptMs && (Object.keys(unsaved).length === 0 || outcome?.kind === 'kept'),
  )
  for (const { paper, unsaved } of old) void deleteEndedDraft(studentId, paper.attemptId, unsaved)
  return all.filter((left) => !old.includes(left))
}

/**
 * Stores the outcome of sending and removes the decided answers. The outcome stays until the student has seen it, the
 * questions to review until the attempt is opened again.
 */
export async function clearUnsentAnswers(
  studentId: string,
  { paper, unsaved }: UnsentAnswers,
  outcome: UnsentOutcome,
): Promise<void> {
  const kept = outcome.kind === 'kept'
  if (!kept) await store.change((database) => remove(database, [studentId, paper.attemptId], unsaved))
  await store.change(async (database) => {
    const there = await database.get('papers', [studentId, paper.attemptId])
    // Keep the time of the first temporary refusal, because the time limit for stored answers runs from it.
    const at = kept && there?.outcome?.kind === 'kept' ? there.at : deviceNow()
    if (!there) return
    const inDoubt = outcome.kind === 'saved' ? (outcome.doubtful ?? []) : []
    const doubtful = [...new Set([...(there.doubtful ?? []), ...inDoubt])]
    const told = doubtful.length > 0 && { doubtful }
    await database.put('papers', { ...there, outcome, at, ...told })
  })
}

/**
 * Removes an outcome that the student has seen. After a successful save the paper stays, because it remembers the
 * position in the attempt.
 */
export async function forgetUnsentOutcome(studentId: string, attemptId: string): Promise<void> {
  await store.change(async (database) => {
    const there = await database.get('papers', [studentId, attemptId])
    // If there is no outcome any more, a page has opened the attempt after the outcome was stored.
    if (!there?.outcome) return
    if (there.outcome.kind === 'saved') await database.put('papers', { ...there, outcome: null })
    else await removeEmpty(database, studentId, attemptId)
  })
}

/**
 * Deletes the draft of an ended attempt, except answers that this page never had. These are still sent
 * (send-unsent-answers.ts).
 */
export async function deleteEndedDraft(
  studentId: string,
  attemptId: string | null,
  settled: UnsavedAnswers,
): Promise<void> {
  if (!attemptId) return
  forgetAttemptPageId(attemptId)
  await store.change((database) => remove(database, [studentId, attemptId], settled))
  await store.change((database) => removeEmpty(database, studentId, attemptId))
}

/** Deletes a paper, unless answers of it are still waiting to be sent. */
async function removeEmpty(database: IDBPDatabase<Rows>, studentId: string, attemptId: string): Promise<void> {
  const waiting = await database.count('answers', keyRangeOfPrefix(studentId, attemptId))
  if (waiting === 0) await database.delete('papers', [studentId, attemptId])
}

export async function deleteDraftsOfStudent(studentId: string): Promise<void> {
  keeping.delete(studentId)
  forgetAttemptPageId()
  await store.forget(studentId)
}

/** Listens for answers typed in other pages. @returns a function that stops listening */
export function onAnswersTypedElsewhere(
  studentId: string,
  listener: (attemptId: string, kept: LocalDraft) => void,
): () => void {
  const hear = ({ data }: MessageEvent<Told>) => {
    if (data.studentId === studentId) listener(data.attemptId, data.kept)
  }
  pages()?.addEventListener('message', hear)
  return () => pages()?.removeEventListener('message', hear)
}

interface Told {
  studentId: string
  attemptId: string
  kept: LocalDraft
}

export function toStoredPaper(state: AttemptState): StoredPaper | null {
  const { sitting, info, savedSeq, page, beacon, deadline, offset } = state
  const { marks, current, changed } = state
  if (!sitting) return null
  const beaconAt = timeOfBeacon(beacon) - offset
  return {
    attemptId: sitting.attemptId,
    exam: { signId: info.signId, id: info.id },
    courseTitle: info.courseTitle,
    sealedSeconds: info.sealedSeconds,
    ...{ savedSeq, page, beacon, beaconAt, bellAt: deadline - offset },
    ...{ marks, current, changed, outcome: null },
  }
}
