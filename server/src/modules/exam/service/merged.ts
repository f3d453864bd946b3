import type { Tx } from '../../../platform/db/database.ts'
import { type Moved, moveExamRows } from '../store/merged.ts'

/**
 * Two accounts become one (docs/decisions/010-merging-students.md), in the caller's transaction and after its signs have moved: appeals follow
 * their sittings, rehearsals and extra time the person.
 */
export function moveExams(tx: Tx, from: string, to: string): Promise<Moved> {
  return moveExamRows(tx, from, to)
}
