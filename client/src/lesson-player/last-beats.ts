import { without } from './beats.ts'
import type { Beat } from './state.ts'

/** more than a page has on its way but for a long time without a network, and then the older ones are kept long since */
const most = 50

interface Last {
  /** when it was written, epoch ms of this device */
  at: number
  beats: Beat[]
}

const keyOf = (studentId: string) => `study-last:${studentId}`

/**
 * What a page that may be going away has not heard an answer to, written before this returns: Safari ends a page before its
 * database has what was asked for last, and the draft that stays there contradicts the beat that was sent.
 */
export function writeLast(studentId: string, unanswered: readonly Beat[]): void {
  if (unanswered.length === 0) return
  const others = without(readLast(studentId)?.beats ?? [], unanswered)
  put(studentId, { at: Date.now(), beats: [...others, ...unanswered].slice(-most) })
}

/** Not before the database has done its part: what it holds of these beats until then may be a draft only. */
export function dropLast(studentId: string, done: readonly Beat[]): void {
  const last = readLast(studentId)
  const beats = without(last?.beats ?? [], done)
  if (last && beats.length < last.beats.length) put(studentId, { ...last, beats })
}

export function forgetLast(studentId: string): void {
  put(studentId, { at: 0, beats: [] })
}

export function readLast(studentId: string): Last | null {
  try {
    return asLast(JSON.parse(localStorage.getItem(keyOf(studentId)) ?? 'null'))
  } catch {
    return null
  }
}

function put(studentId: string, last: Last): void {
  try {
    if (last.beats.length === 0) localStorage.removeItem(keyOf(studentId))
    else localStorage.setItem(keyOf(studentId), JSON.stringify(last))
  } catch {
    // blocked or full: the draft tells nearly the same
  }
}

/** `writeLast` wrote it. */
function asLast(value: unknown): Last | null {
  return value as Last | null
}
