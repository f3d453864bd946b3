import type { DBSchema, IDBPDatabase } from 'idb'
import { deviceStore, keysBelow } from '../device-store.ts'
import { untilSignedOut } from '../signed-out.ts'
import { dropLast, forgetLast, readLast, writeLast } from './last-beats.ts'
import { knowMadeAt, madeAt } from './made-at.ts'
import type { Beat } from './state.ts'

/** a page that never gets through must not fill the device; each may tell of a whole outage (decision 060) */
export const mostKept = 2000

interface KeptBeat {
  studentId: string
  playSessionId: string
  seq: number
  /** when it was made, epoch ms of this device: which session came first */
  at: number
  beat: Beat
}

interface Storage extends DBSchema {
  beats: { key: [studentId: string, playSessionId: string, seq: number]; value: KeptBeat }
}

const store = deviceStore<Storage>('study', 1, (database) => {
  database.createObjectStore('beats', { keyPath: ['studentId', 'playSessionId', 'seq'] })
})
/** whose beats this page may keep: it is led away from its lesson, and the last words of its player stay nowhere */
const keeping = untilSignedOut()

/**
 * Keeps unsent beats on the device, so that a closed, broken or killed page loses none, and removes those
 * the server has answered. Writes follow each other in the order of the calls.
 * @returns false when this device keeps nothing, or has not said so in time
 */
export function keepBeats(
  studentId: string,
  { added, settled }: { added: readonly Beat[]; settled: readonly Beat[] },
): Promise<boolean> {
  if (!keeping.has(studentId) || added.length + settled.length === 0) return Promise.resolve(true)
  // made by now, whenever the database takes them
  for (const beat of added) madeAt(beat)
  const change = store.change(async (database) => {
    // signed out since it was asked for
    if (keeping.has(studentId)) await write(database, studentId, added, settled)
  })
  void change.then((done) => done || dropLast(studentId, settled))
  return change
}

async function write(
  database: IDBPDatabase<Storage>,
  studentId: string,
  added: readonly Beat[],
  settled: readonly Beat[],
): Promise<void> {
  const change = database.transaction('beats', 'readwrite', { durability: 'relaxed' })
  const { store: beats, done } = change
  const jobs: Promise<unknown>[] = settled.map((beat) => beats.delete(keyOf(studentId, beat)))
  for (const beat of added) {
    const { playSessionId, seq } = beat
    jobs.push(beats.put({ studentId, playSessionId, seq, at: madeAt(beat), beat }))
  }
  // a page that is killed the next moment has still asked for it
  change.commit()
  await Promise.all([...jobs, done])
  dropLast(studentId, settled)
}

/** What a page told last, in the place of its drafts. */
async function bringLast(database: IDBPDatabase<Storage>, studentId: string): Promise<void> {
  const last = readLast(studentId)
  if (last.length === 0) return
  await write(database, studentId, last, [])
  dropLast(studentId, last)
}

/**
 * What earlier pages of this student could not send, in the order it was made. It stays kept until the server
 * has answered, and what comes too late it refuses: a clock that was set says nothing about age. Repeating one that
 * arrived after all changes nothing. A `start` has nothing to credit and is forgotten: the others of its session are
 * made only when it was answered. While the database does not answer, the last words of the page before are told all the same.
 * @param late what the database had to say when nobody waited for it any more
 */
export async function readKeptBeats(
  studentId: string,
  late?: (kept: Beat[]) => void,
): Promise<Beat[]> {
  // nobody is signed in: what were kept under no name would be the next one's
  if (!studentId) return []
  keeping.add(studentId)
  void store.change((database) => bringLast(database, studentId))
  // when nobody waits any more: a change that was asked for before has given up then, and dropped what is answered
  const last = () => readLast(studentId).filter(({ event }) => event !== 'start')
  return store.read((database) => readAll(database, studentId), last, late)
}

async function readAll(database: IDBPDatabase<Storage>, studentId: string): Promise<Beat[]> {
  const kept = await database.getAll('beats', keysBelow(studentId))
  const told = inOrder(kept)
    .filter(({ beat }) => beat.event !== 'start')
    .slice(-mostKept)
  const useful = new Set(told)
  void keepBeats(studentId, {
    added: [],
    settled: kept.filter((one) => !useful.has(one)).map((one) => one.beat),
  })
  return told.map(({ beat, at }) => {
    knowMadeAt(beat, at)
    return beat
  })
}

/** Session by session, each by its numbers: the device's clock may have been set within one, and an `end` told first ends it. */
function inOrder(kept: readonly KeptBeat[]): KeptBeat[] {
  const began = new Map<string, number>()
  for (const { playSessionId, at } of kept)
    began.set(playSessionId, Math.min(at, began.get(playSessionId) ?? at))
  const beganAt = ({ playSessionId }: KeptBeat) => began.get(playSessionId) ?? 0
  // they come by session and number, and what is equal stays as it came
  return [...kept].sort((a, b) => beganAt(a) - beganAt(b))
}

/** The page may be gone the next moment: what it has not heard an answer to is kept at once. */
export function keepLastBeats(studentId: string, unanswered: readonly Beat[]): void {
  if (keeping.has(studentId)) writeLast(studentId, unanswered)
}

/** Signed out on this device: nothing of that student stays, and a page that is still closing adds nothing. */
export async function forgetKeptBeats(studentId: string): Promise<void> {
  keeping.delete(studentId)
  forgetLast(studentId)
  await store.forget(studentId)
}

function keyOf(studentId: string, beat: Beat): [string, string, number] {
  return [studentId, beat.playSessionId, beat.seq]
}
