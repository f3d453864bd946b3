/** A chosen course as somebody stands in it. */
export interface Standing {
  id: string
  planCourseId: string
  passed: boolean
  /** tenths of a second, in the present round */
  creditedDs: number
}

const nothing = { passed: false, creditedDs: 0 }

/**
 * Which courses change over when two sign-ups of one plan become one (decision 010): of each course the one that was got further with goes on,
 * passed before studied, of equals the kept account's. What nobody has begun stays where it is.
 * @returns `comes`: of the account that closes · `goes`: of the kept one, those whose place they take
 */
export function coursesThatChange(
  kept: Standing[],
  closed: Standing[],
): { comes: string[]; goes: string[] } {
  const there = new Map(kept.map((course) => [course.planCourseId, course]))
  const coming = closed.filter((course) =>
    isFurther(course, there.get(course.planCourseId) ?? nothing),
  )
  return {
    comes: coming.map(({ id }) => id),
    goes: coming.flatMap(({ planCourseId }) => there.get(planCourseId)?.id ?? []),
  }
}

function isFurther(one: Omit<Standing, 'id' | 'planCourseId'>, other: typeof one): boolean {
  return one.passed === other.passed ? one.creditedDs > other.creditedDs : one.passed
}
