import { LRUCache } from 'lru-cache'
import { GroupCommit, type Outcome } from '../../../platform/db/group-commit.ts'
import type { Deps } from '../../../platform/deps.ts'
import { type Key, keyOf, type Shape, shapeOf } from '../grade.ts'
import { readPapers } from '../store/papers.ts'

export interface Known {
  studentId: string
  startedAt: Date
  shape: Shape
  /** right answers and points as drawn: what marking needs of the paper beside what was decided since (store/corrections.ts) */
  key: Key
}

/** A paper, its owner and its start never change once drawn, so each process may remember what it has read. */
const known = new LRUCache<string, Known>({ max: 5000 })

/** Whose attempt this is and what may be answered on it; undefined: there is no such attempt. */
export async function readShape(deps: Deps, attemptId: string): Promise<Known | undefined> {
  const id = attemptId.toLowerCase()
  return known.get(id) ?? groupOf(deps).submit(id, id)
}

/** The first answers of a full hall come within seconds: their papers are read together. */
const groups = new WeakMap<Deps, GroupCommit<string, Known | undefined>>()

function groupOf(deps: Deps): GroupCommit<string, Known | undefined> {
  let group = groups.get(deps)
  if (!group) {
    group = new GroupCommit((attemptIds) => readTogether(deps, attemptIds), {
      name: 'exam read',
    })
    groups.set(deps, group)
  }
  return group
}

async function readTogether(
  deps: Deps,
  attemptIds: string[],
): Promise<Outcome<Known | undefined>[]> {
  const papers = await readPapers(deps.pool, attemptIds)
  return attemptIds.map((attemptId) => {
    const row = papers.get(attemptId)
    if (!row) return { result: undefined }
    const { studentId, startedAt, paper } = row
    const result = { studentId, startedAt, shape: shapeOf(paper), key: keyOf(paper) }
    known.set(attemptId, result)
    return { result }
  })
}
