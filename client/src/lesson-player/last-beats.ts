import { same } from './beats.ts'
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
  const others = read(studentId)?.beats.filter((one) => !unanswered.some((beat) => same(one, beat)))
  const last: Last = { at: Date.now(), beats: [...(others ?? []), ...unanswered].slice(-most) }
  try {
    localStorage.setItem(keyOf(studentId), JSON.stringify(last))
  } catch {
    // blocked or full: the draft tells nearly the same
  }
}

/** What was written, and it is gone from there. */
export function takeLast(studentId: string): Last | null {
  const last = read(studentId)
  try {
    localStorage.removeItem(keyOf(studentId))
  } catch {
    // blocked: nothing was written
  }
  return last
}

function read(studentId: string): Last | null {
  try {
    return asLast(JSON.parse(localStorage.getItem(keyOf(studentId)) ?? 'null'))
  } catch {
    return null
  }
}

/** `writeLast` wrote it. */
function asLast(value: unknown): Last | null {
  return value as Last | null
}
