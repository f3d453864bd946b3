import { beatCreatedAt, rememberBeatCreatedAt } from './created-at.ts'
import { excludeBeats } from './heartbeats.ts'
import type { Heartbeat } from './state.ts'

/** Most heartbeats kept, more than one page can have on its way. */
const most = 50

interface Told {
  /** Creation time in epoch milliseconds of the device. */
  at: number
  beat: Heartbeat
}

const keyOf = (studentId: string) => `study-last:${studentId}`

/**
 * Writes unanswered heartbeats synchronously to local storage, because Safari may close a page before its database has
 * the last write.
 */
export function writeLastHeartbeats(studentId: string, unanswered: readonly Heartbeat[]): void {
  if (unanswered.length === 0) return
  const others = excludeBeats(readLastHeartbeats(studentId), unanswered)
  put(studentId, [...others, ...unanswered].slice(-most))
}

/**
 * Removes heartbeats from local storage. Called only after the database write, because until then the database may have
 * only a draft.
 */
export function removeLastHeartbeats(studentId: string, done: readonly Heartbeat[]): void {
  const last = readLastHeartbeats(studentId)
  const left = excludeBeats(last, done)
  if (left.length < last.length) put(studentId, left)
}

export function deleteLastHeartbeatsOf(studentId: string): void {
  put(studentId, [])
}

export function readLastHeartbeats(studentId: string): Heartbeat[] {
  try {
    return asTold(JSON.parse(localStorage.getItem(keyOf(studentId)) ?? '[]')).map(({ beat, at }) => {
      rememberBeatCreatedAt(beat, at)
      return beat
    })
  } catch {
    return []
  }
}

function put(studentId: string, beats: readonly Heartbeat[]): void {
  const told: Told[] = beats.map((beat) => ({ at: beatCreatedAt(beat), beat }))
  try {
    if (told.length === 0) localStorage.removeItem(keyOf(studentId))
    else localStorage.setItem(keyOf(studentId), JSON.stringify(told))
  } catch {}
}

/** The cast is safe, because only `put` writes this value. */
function asTold(value: unknown): Told[] {
  return value as Told[]
}
