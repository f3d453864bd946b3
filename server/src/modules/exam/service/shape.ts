import { LRUCache } from 'lru-cache'
import type { Deps } from '../../../platform/deps.ts'
import { type Key, keyOf, type Shape, shapeOf } from '../grade.ts'
import { findPaper } from '../store/papers.ts'

export interface Known {
  studentId: string
  startedAt: Date
  shape: Shape
  /** right answers and points: what marking needs of the paper */
  key: Key
}

/** A paper, its owner and its start never change once drawn, so each process may remember what it has read. */
const known = new LRUCache<string, Known>({ max: 5000 })

/** Whose attempt this is and what may be answered on it; undefined: there is no such attempt. */
export async function readShape(deps: Deps, attemptId: string): Promise<Known | undefined> {
  const hit = known.get(attemptId)
  if (hit) return hit
  const row = await findPaper(deps.db, attemptId)
  if (!row) return undefined
  const { studentId, startedAt, paper } = row
  const read = { studentId, startedAt, shape: shapeOf(paper), key: keyOf(paper) }
  known.set(attemptId, read)
  return read
}
