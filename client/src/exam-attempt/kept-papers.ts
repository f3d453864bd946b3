import type { DBSchema, IDBPDatabase } from 'idb'
import { deviceNow } from '../clock.ts'
import { deviceStore, keysBelow } from '../device-store.ts'
import { untilSignedOut } from '../signed-out.ts'
import { forgetPageNumber } from './page-number.ts'
import type { AttemptState, ExamOf, ExamResult, Kept, Typed, Unsaved } from './state.ts'
import { heardAtOf } from './turn.ts'

/** No attempt lasts so long: where an older one stood tells nothing any more. Answers that wait are the server's to judge: a device's clock may have been set. */
const keptMs = 3 * 24 * 3600_000

/** What became of answers that a page had left on the device. */
export type Outcome =
  /**
   * `newer`: so many gave way to what another device had saved later; `over`: so many took the place of what one had saved before; `doubtful`: which
   * questions those are
   */
  | { kind: 'saved'; answers: number; newer?: number; over?: number; doubtful?: string[] }
  | { kind: 'taken'; result: ExamResult; over?: number }
  | { kind: 'refused'; msg: string }
  /** refused, but not for good: they stay, and are sent again */
  | { kind: 'kept'; msg: string }

/** Where an attempt stands on this device, beside its unsaved answers. */
export interface KeptPaper {
  attemptId: string
  exam: ExamOf
  courseTitle: string
  /** how far the server's answers were known; each answer has its own, but for those of the pages of before */
  savedSeq: number
  /** what this browser's pages are called at the server; left out by the pages of before */
  page?: string | undefined
  /** the newest time beacon; when it was made, and when the bell rings, epoch ms of this device */
  beacon: string
  beaconAt: number
  bellAt: number
  /** answers are taken so long after the bell; left out by the pages of before */
  sealedSeconds?: number
  marks: string[]
  current: number
  /** as the page shows it; left out by the pages of before */
  changed?: number[]
  outcome: Outcome | null
  /** questions whose last answer the person should look at, as was found between two pages: whoever sits the attempt next is told */
  doubtful?: string[]
}

/** What the pages of an attempt have left here. */
export interface Left {
  paper: KeptPaper
  unsaved: Unsaved
}

/** What a step has typed or knows more of, and what the server has confirmed. */
export interface Change {
  typed: Unsaved
  settled: Unsaved
  /** it was chosen this very moment */
  hurry?: boolean
}

interface Rows extends DBSchema {
  papers: {
    key: [studentId: string, attemptId: string]
    value: KeptPaper & { studentId: string; at: number }
  }
  answers: {
    key: [studentId: string, attemptId: string, questionId: string]
    value: Typed & { studentId: string; attemptId: string; questionId: string }
  }
}

const store = deviceStore<Rows>('exam', 1, (database) => {
  database.createObjectStore('papers', { keyPath: ['studentId', 'attemptId'] })
  database.createObjectStore('answers', { keyPath: ['studentId', 'attemptId', 'questionId'] })
})
/** whose papers this page may keep: until that student signs out on this device */
const keeping = untilSignedOut()

/** The pages of this browser tell each other what was typed; never the page itself. */
const pages = globalThis.BroadcastChannel && new BroadcastChannel('exam')

/** Told by when each was typed, the same answer typed again is a new one, and by what was known to be saved. */
export function changeOf(before: Unsaved, after: Unsaved): Change {
  const only = (these: Unsaved, those: Unsaved) =>
    Object.fromEntries(
      Object.entries(these).filter(
        ([id, { at, seq }]) => those[id]?.at !== at || those[id]?.seq !== seq,
      ),
    )
  const settled = Object.entries(before).filter(([id]) => !after[id])
  return { typed: only(after, before), settled: Object.fromEntries(settled) }
}

/**
 * Keeps an attempt on the device: each answer is asked for in one go as it is typed, so that a page killed the next moment has lost none.
 * @returns false when this device keeps nothing
 */
export async function keepPaper(
  studentId: string,
  paper: KeptPaper,
  { typed, settled, hurry }: Change,
): Promise<boolean> {
  if (!keeping.has(studentId)) return false
  const { attemptId } = paper
  const told = { unsaved: typed, marks: paper.marks, current: paper.current }
  // what was chosen, once: who has sent it on meanwhile would take it up again
  if (hurry) pages?.postMessage({ studentId, attemptId, kept: told })
  // before the newer number: a page killed between the two must not leave what gave way as answered after it
  const isEmpty = Object.keys(settled).length === 0
  const removing =
    isEmpty || store.change((database) => remove(database, [studentId, attemptId], settled))
  const kept = await store.change(async (database) => {
    // signed out since it was asked for
    if (!keeping.has(studentId)) return
    await (hurry ? put : putNewer)(database, studentId, paper, typed)
  })
  return (await removing) && kept
}

async function put(
  database: IDBPDatabase<Rows>,
  studentId: string,
  paper: KeptPaper,
  typed: Unsaved,
): Promise<void> {
  const change = database.transaction(['papers', 'answers'], 'readwrite', { durability: 'strict' })
  const jobs: Promise<unknown>[] = [
    change.objectStore('papers').put({ ...paper, studentId, at: deviceNow() }),
  ]
  const answers = change.objectStore('answers')
  for (const [questionId, one] of Object.entries(typed))
    jobs.push(answers.put({ ...one, studentId, attemptId: paper.attemptId, questionId }))
  change.commit()
  await Promise.all([...jobs, change.done])
}

/** Where nothing is lost by looking first: what another page has put since stays where it is newer. */
async function putNewer(
  database: IDBPDatabase<Rows>,
  studentId: string,
  paper: KeptPaper,
  typed: Unsaved,
): Promise<void> {
  const { attemptId } = paper
  const change = database.transaction(['papers', 'answers'], 'readwrite', { durability: 'strict' })
  const papers = change.objectStore('papers')
  const newest = withNewest(paper, await papers.get([studentId, attemptId]))
  await papers.put({ ...newest, studentId, at: deviceNow() })
  const answers = change.objectStore('answers')
  for (const [questionId, one] of Object.entries(typed)) {
    const there = await answers.get([studentId, attemptId, questionId])
    if (!there || there.at <= one.at)
      await answers.put({ ...one, studentId, attemptId, questionId })
  }
  await change.done
}

/** The newer beacon of the two, as this page's clock has it: another page may have been heard since. */
function withNewest(paper: KeptPaper, { beacon }: { beacon: string } = paper): KeptPaper {
  const ahead = heardAtOf(beacon) - heardAtOf(paper.beacon)
  return ahead > 0 ? { ...paper, beacon, beaconAt: paper.beaconAt + ahead } : paper
}

/** What another page has typed since stays. */
async function remove(
  database: IDBPDatabase<Rows>,
  [studentId, attemptId]: [string, string],
  settled: Unsaved,
): Promise<void> {
  const change = database.transaction('answers', 'readwrite')
  for (const [questionId, { at }] of Object.entries(settled)) {
    const there = await change.store.get([studentId, attemptId, questionId])
    if (there && there.at <= at) await change.store.delete([studentId, attemptId, questionId])
  }
  await change.done
}

/** What pages of this browser have left, by attempt; from now on this page keeps too. */
export function openKept(studentId: string): Promise<(attemptId: string) => Kept> {
  keeping.add(studentId)
  return readKept(studentId)
}

/** The same once more, for a page that keeps already; nothing where its student has signed out. */
export async function readKept(studentId: string): Promise<(attemptId: string) => Kept> {
  const all = await readLeft(studentId)
  const mine = keeping.has(studentId) ? all : []
  return (attemptId) => {
    const left = mine.find(({ paper }) => paper.attemptId === attemptId)
    const { marks = [], current = 0, page, changed, doubtful } = left?.paper ?? {}
    return { unsaved: left?.unsaved ?? {}, marks, current, page, changed, doubtful }
  }
}

/** Every attempt of a student that this device knows of. Old ones with nothing to send are forgotten, and those whose answers were refused all the time. */
export function readLeft(studentId: string): Promise<Left[]> {
  return store.read(
    (database) => readAll(database, studentId),
    () => [],
  )
}

async function readAll(database: IDBPDatabase<Rows>, studentId: string): Promise<Left[]> {
  // at one moment: what is put meanwhile comes after it
  const both = database.transaction(['papers', 'answers'])
  const [papers, answers] = await Promise.all([
    both.objectStore('papers').getAll(keysBelow(studentId)),
    both.objectStore('answers').getAll(keysBelow(studentId)),
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
  for (const { paper, unsaved } of old) void endPaper(studentId, paper.attemptId, unsaved)
  return all.filter((left) => !old.includes(left))
}

/**
 * The server's word on what was left: the answers go, but for those that are kept; what became of them stays until the person has seen it, and which
 * questions to look at until somebody sits the attempt again.
 */
export async function settleLeft(
  studentId: string,
  { paper, unsaved }: Left,
  outcome: Outcome,
): Promise<void> {
  const kept = outcome.kind === 'kept'
  if (!kept)
    await store.change((database) => remove(database, [studentId, paper.attemptId], unsaved))
  await store.change(async (database) => {
    const there = await database.get('papers', [studentId, paper.attemptId])
    // kept so long after the first such word
    const at = kept && there?.outcome?.kind === 'kept' ? there.at : deviceNow()
    if (!there) return
    const inDoubt = outcome.kind === 'saved' ? (outcome.doubtful ?? []) : []
    const doubtful = [...new Set([...(there.doubtful ?? []), ...inDoubt])]
    const told = doubtful.length > 0 && { doubtful }
    await database.put('papers', { ...there, outcome, at, ...told })
  })
}

/** The person has seen what became of it; where the attempt stands is still worth keeping. */
export async function forgetOutcome(studentId: string, attemptId: string): Promise<void> {
  await store.change(async (database) => {
    const there = await database.get('papers', [studentId, attemptId])
    // a page sits it since
    if (!there?.outcome) return
    if (there.outcome.kind === 'saved') await database.put('papers', { ...there, outcome: null })
    else await removeEmpty(database, studentId, attemptId)
  })
}

/** The attempt is over, and its page has shown what came of it. What that page never had is left to be sent (left-answers.ts). */
export async function endPaper(
  studentId: string,
  attemptId: string | null,
  settled: Unsaved,
): Promise<void> {
  if (!attemptId) return
  forgetPageNumber(attemptId)
  await store.change((database) => remove(database, [studentId, attemptId], settled))
  await store.change((database) => removeEmpty(database, studentId, attemptId))
}

/** Where answers wait they are found by it. */
async function removeEmpty(
  database: IDBPDatabase<Rows>,
  studentId: string,
  attemptId: string,
): Promise<void> {
  const waiting = await database.count('answers', keysBelow(studentId, attemptId))
  if (waiting === 0) await database.delete('papers', [studentId, attemptId])
}

/** Signed out on this device: nothing of that student stays, and a page that is still closing adds nothing. */
export async function forgetPapers(studentId: string): Promise<void> {
  keeping.delete(studentId)
  forgetPageNumber()
  await store.forget(studentId)
}

/** Calls back when another page of this browser has typed. Returns the way to stop. */
export function onTyped(
  studentId: string,
  listener: (attemptId: string, kept: Kept) => void,
): () => void {
  const hear = ({ data }: MessageEvent<Told>) => {
    if (data.studentId === studentId) listener(data.attemptId, data.kept)
  }
  pages?.addEventListener('message', hear)
  return () => pages?.removeEventListener('message', hear)
}

interface Told {
  studentId: string
  attemptId: string
  kept: Kept
}

/** Where a running attempt stands, as it is kept; null before it has begun. */
export function paperOf(state: AttemptState): KeptPaper | null {
  const { sitting, info, savedSeq, page, beacon, deadline, offset } = state
  const { marks, current, changed } = state
  if (!sitting) return null
  const beaconAt = heardAtOf(beacon) - offset
  return {
    attemptId: sitting.attemptId,
    exam: { signId: info.signId, id: info.id },
    courseTitle: info.courseTitle,
    sealedSeconds: info.sealedSeconds,
    ...{ savedSeq, page, beacon, beaconAt, bellAt: deadline - offset },
    ...{ marks, current, changed, outcome: null },
  }
}
