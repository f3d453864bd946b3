import type { DBSchema, IDBPDatabase } from 'idb'
import { createDeviceStore, keyRangeOfPrefix } from '../device-store.ts'
import { trackStudentsAllowedToStore } from '../signed-out.ts'
import { beatCreatedAt, rememberBeatCreatedAt } from './created-at.ts'
import {
  deleteLastHeartbeatsOf,
  readLastHeartbeats,
  removeLastHeartbeats,
  writeLastHeartbeats,
} from './last-heartbeats.ts'
import type { Heartbeat } from './state.ts'

/**
 * Most heartbeats that are stored on the device, in case a page never reaches the server. One heartbeat may cover a
 * whole outage (decision 060).
 */
export const maxStoredHeartbeats = 2000

interface KeptBeat {
  studentId: string
  playSessionId: string
  seq: number
  /** Creation time in epoch milliseconds of the device, which orders sessions. */
  at: number
  beat: Heartbeat
}

interface Storage extends DBSchema {
  beats: { key: [studentId: string, playSessionId: string, seq: number]; value: KeptBeat }
}

const store = createDeviceStore<Storage>('study', 1, (database) => {
  database.createObjectStore('beats', { keyPath: ['studentId', 'playSessionId', 'seq'] })
})
const keeping = trackStudentsAllowedToStore()

/** Writes run in call order. @returns false on a timeout or when the device stores nothing */
export function storeHeartbeats(
  studentId: string,
  { added, settled }: { added: readonly Heartbeat[]; settled: readonly Heartbeat[] },
): Promise<boolean> {
  if (!keeping.has(studentId) || added.length + settled.length === 0) return Promise.resolve(true)
  for (const beat of added) beatCreatedAt(beat)
  const change = store.change(async (database) => {
    // Store nothing if the student has signed out meanwhile.
    if (keeping.has(studentId)) await write(database, studentId, added, settled)
  })
  void change.then((done) => done || removeLastHeartbeats(studentId, settled))
  return change
}

async function write(
  database: IDBPDatabase<Storage>,
  studentId: string,
  added: readonly Heartbeat[],
  settled: readonly Heartbeat[],
): Promise<void> {
  const change = database.transaction('beats', 'readwrite', { durability: 'relaxed' })
  const { store: beats, done } = change
  const jobs: Promise<unknown>[] = settled.map((beat) => beats.delete(keyOf(studentId, beat)))
  for (const beat of added) {
    const { playSessionId, seq } = beat
    jobs.push(beats.put({ studentId, playSessionId, seq, at: beatCreatedAt(beat), beat }))
  }
  change.commit()
  await Promise.all([...jobs, done])
  removeLastHeartbeats(studentId, settled)
}

/** Moves the heartbeats of a closed page from local storage into the database, where they replace drafts. */
async function bringLast(database: IDBPDatabase<Storage>, studentId: string): Promise<void> {
  const last = readLastHeartbeats(studentId)
  if (last.length === 0) return
  await write(database, studentId, last, [])
  removeLastHeartbeats(studentId, last)
}

/**
 * Reads stored heartbeats, but drops each `start`. Heartbeats stay stored until answered; the server refuses those that
 * come too late and ignores repeats.
 * @param late receives a late answer of the database
 */
export async function readStoredHeartbeats(
  studentId: string,
  late?: (kept: Heartbeat[]) => void,
): Promise<Heartbeat[]> {
  // Heartbeats without a student id would be sent for the next student.
  if (!studentId) return []
  keeping.add(studentId)
  void store.change((database) => bringLast(database, studentId))
  const last = () => readLastHeartbeats(studentId).filter(({ event }) => event !== 'start')
  return store.read((database) => readAll(database, studentId), last, late)
}

async function readAll(database: IDBPDatabase<Storage>, studentId: string): Promise<Heartbeat[]> {
  const kept = await database.getAll('beats', keyRangeOfPrefix(studentId))
  const told = inOrder(kept)
    .filter(({ beat }) => beat.event !== 'start')
    .slice(-maxStoredHeartbeats)
  const useful = new Set(told)
  void storeHeartbeats(studentId, {
    added: [],
    settled: kept.filter((one) => !useful.has(one)).map((one) => one.beat),
  })
  return told.map(({ beat, at }) => {
    rememberBeatCreatedAt(beat, at)
    return beat
  })
}

/**
 * Sorts by the beginning of the session and by number, because the clock may have changed. An `end` sent too early
 * would close its session.
 */
function inOrder(kept: readonly KeptBeat[]): KeptBeat[] {
  const began = new Map<string, number>()
  for (const { playSessionId, at } of kept) began.set(playSessionId, Math.min(at, began.get(playSessionId) ?? at))
  const beganAt = ({ playSessionId }: KeptBeat) => began.get(playSessionId) ?? 0
  // The sort is stable and keeps the order by number.
  return [...kept].sort((a, b) => beganAt(a) - beganAt(b))
}

/** Writes synchronously, because the page may be closing. */
export function storeLastHeartbeats(studentId: string, unanswered: readonly Heartbeat[]): void {
  if (keeping.has(studentId)) writeLastHeartbeats(studentId, unanswered)
}

export async function deleteStoredHeartbeats(studentId: string): Promise<void> {
  keeping.delete(studentId)
  deleteLastHeartbeatsOf(studentId)
  await store.forget(studentId)
}

function keyOf(studentId: string, beat: Heartbeat): [string, string, number] {
  return [studentId, beat.playSessionId, beat.seq]
}
