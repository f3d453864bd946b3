import type { Db } from '../../../platform/db/database.ts'
import { bankGaps, noFindings, openFindings } from '../../question/service.ts'

/** The courses of a plan with what their banks lack for its papers, and what is to be looked at in them. */
export async function courseBanks<Course extends { courseId: string }>(
  db: Db,
  year: number,
  courses: readonly Course[],
) {
  const ids = courses.map(({ courseId }) => courseId)
  const [gaps, found] = [await bankGaps(db, year), await openFindings(db, ids)]
  return courses.map((course) => ({
    ...course,
    lacks: gaps.get(course.courseId) ?? [],
    findings: found.get(course.courseId) ?? noFindings,
  }))
}
