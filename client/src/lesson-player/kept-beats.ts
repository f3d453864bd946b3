import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Beat } from './state.ts'

/** older ones tell nothing any more: their play session is long over */
const keptMs = 24 * 3600_000
/** eight hours of beats; a page that never gets through must not fill the device */
export const mostKept = 2000
/** a storage that does not answer must not keep anybody from studying */
const patienceMs = 2000

interface KeptBeat {
  studentId: string
  playSessionId: string
  seq: number
  /** when it was made, epoch ms of this device: the order of replay */
  at: number
  beat: Beat
}

interface Storage extends DBSchema {
  beats: { key: [studentId: string, playSessionId: string, seq: number]; value: KeptBeat }
}

let storage: Promise<IDBPDatabase<Storage>> | undefined
/** one write after the other: a beat is put before it is removed */
let last: Promise<unknown> = Promise.resolve()
/** whose beats this page may keep: until that student signs out on this device */
const keeping = new Set<string>()

/**
 * Keeps unsent beats on the device, so that a closed, broken or killed page loses none, and removes those
 * the server has answered. Writes follow each other in the order of the calls.
 */
export function keepBeats(
  studentId: string,
  { added, settled }: { added: readonly Beat[]; settled: readonly Beat[] },
): void {
  if (!keeping.has(studentId) || added.length + settled.length === 0) return
  const at = Date.now()
  last = last.then(() => write(studentId, at, added, settled)).catch(noStorage)
}

async function write(
  studentId: string,
  at: number,
  added: readonly Beat[],
  settled: readonly Beat[],
): Promise<void> {
  const change = (await opened()).transaction('beats', 'readwrite', { durability: 'relaxed' })
  const { store, done } = change
  const jobs: Promise<unknown>[] = settled.map((beat) => store.delete(keyOf(studentId, beat)))
  for (const beat of added) {
    const { playSessionId, seq } = beat
    jobs.push(store.put({ studentId, playSessionId, seq, at, beat }))
  }
  // a page that is killed the next moment has still asked for it
  change.commit()
  await Promise.all([...jobs, done])
}

/**
 * What earlier pages of this student could not send, in the order it was made. It stays kept until the server
 * has answered; repeating one that arrived after all changes nothing. A session whose `start` never arrived has
 * nothing to credit and is forgotten, as are beats of yesterday.
 */
export async function readKeptBeats(studentId: string): Promise<Beat[]> {
  keeping.add(studentId)
  const late = new Promise<Beat[]>((resolve) => setTimeout(() => resolve([]), patienceMs))
  return Promise.race([last.then(() => readAll(studentId)).catch(() => []), late])
}

async function readAll(studentId: string): Promise<Beat[]> {
  const kept = await (await opened()).getAll('beats', rangeOf(studentId))
  const unopened = new Set(
    kept.filter(({ beat }) => beat.event === 'start').map((one) => one.playSessionId),
  )
  const fresh = kept
    .filter((one) => Date.now() - one.at < keptMs && !unopened.has(one.playSessionId))
    .sort((a, b) => a.at - b.at || a.seq - b.seq)
    .slice(-mostKept)
  const useful = new Set(fresh)
  keepBeats(studentId, {
    added: [],
    settled: kept.filter((one) => !useful.has(one)).map((one) => one.beat),
  })
  return fresh.map((one) => one.beat)
}

/** Signed out on this device: nothing of that student stays, and a page that is still closing adds nothing. */
export function forgetKeptBeats(studentId: string): Promise<void> {
  keeping.delete(studentId)
  const done = last
    .then(async () => (await opened()).delete('beats', rangeOf(studentId)))
    .catch(noStorage)
  last = done
  return done
}

function opened(): Promise<IDBPDatabase<Storage>> {
  storage ??= openDB<Storage>('study', 1, {
    upgrade(database) {
      database.createObjectStore('beats', { keyPath: ['studentId', 'playSessionId', 'seq'] })
    },
    terminated() {
      storage = undefined
    },
  })
  return storage
}

function keyOf(studentId: string, beat: Beat): [string, string, number] {
  return [studentId, beat.playSessionId, beat.seq]
}

/** Every key that begins with the student: an array comes after every text. */
function rangeOf(studentId: string): IDBKeyRange {
  return IDBKeyRange.bound([studentId], [studentId, []])
}

/** Without storage (blocked, or full) beats live as long as the page. */
function noStorage(): void {
  storage = undefined
}
