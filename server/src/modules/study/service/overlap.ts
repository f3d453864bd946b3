import type { Db } from '../../../platform/db/database.ts'
import { type CourseWork, tooMuch } from '../overlap.ts'
import { listSharedWork } from '../store/overlap.ts'

export interface StudyOverlap {
  /** credited to both together beyond what one clock gives */
  seconds: number
  /** sign courses of the account to be closed that cannot be added to what the other was credited */
  restarts: string[]
}

/**
 * Whether two accounts of one person were credited for the same moments (decision 010). @param first sign courses to be kept before others
 * @returns null: nothing beyond each one's grace
 */
export async function studyOverlap(
  db: Db,
  { keptId, closedId, first }: { keptId: string; closedId: string; first: ReadonlySet<string> },
): Promise<StudyOverlap | null> {
  const shared = await listSharedWork(db, keptId, closedId)
  if (shared.length === 0) return null
  const kept = shared.filter(({ studentId }) => studentId === keptId)
  const byCourse = Map.groupBy(
    shared.filter(({ studentId }) => studentId === closedId),
    ({ signCourseId }) => signCourseId,
  )
  const courses = [...byCourse]
    .map(([id, works]): CourseWork => ({ id, works }))
    .toSorted((a, b) => Number(first.has(b.id)) - Number(first.has(a.id)))
  const { ds, restarts } = tooMuch(kept, courses)
  return restarts.length > 0 ? { seconds: ds / 10, restarts } : null
}
