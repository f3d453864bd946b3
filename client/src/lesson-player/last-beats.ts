import { without } from './beats.ts'
import { knowMadeAt, madeAt } from './made-at.ts'
import type { Beat } from './state.ts'

/** more than a page has on its way but for what other pages have left, and that is kept long since */
const most = 50

interface Told {
  /** when it was made, epoch ms of this device */
  at: number
  beat: Beat
}

const keyOf = (studentId: string) => `study-last:${studentId}`

/**
 * What a page that may be going away has not heard an answer to, written before this returns: Safari ends a page before its
 * database has what was asked for last, and the draft that stays there contradicts the beat that was sent.
 */
export function writeLast(studentId: string, unanswered: readonly Beat[]): void {
  if (unanswered.length === 0) return
  const others = without(readLast(studentId), unanswered)
  put(studentId, [...others, ...unanswered].slice(-most))
}

/** Not before the database has done its part: what it holds of these beats until then may be a draft only. */
export function dropLast(studentId: string, done: readonly Beat[]): void {
  const last = readLast(studentId)
  const left = without(last, done)
  if (left.length < last.length) put(studentId, left)
}

/** Signed out on this device. */
export function forgetLast(studentId: string): void {
  put(studentId, [])
}

/** Oldest first; nothing where storage is blocked or broken. */
export function readLast(studentId: string): Beat[] {
  try {
    return asTold(JSON.parse(localStorage.getItem(keyOf(studentId)) ?? '[]')).map(
      ({ beat, at }) => {
        knowMadeAt(beat, at)
        return beat
      },
    )
  } catch {
    return []
  }
}

function put(studentId: string, beats: readonly Beat[]): void {
  const told: Told[] = beats.map((beat) => ({ at: madeAt(beat), beat }))
  try {
    if (told.length === 0) localStorage.removeItem(keyOf(studentId))
    else localStorage.setItem(keyOf(studentId), JSON.stringify(told))
  } catch {
    // blocked or full: the draft tells nearly the same
  }
}

/** `put` wrote it. */
function asTold(value: unknown): Told[] {
  return value as Told[]
}
