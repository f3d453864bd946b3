export interface FreeYearCourseProgress {
  id: string
  planCourseId: string
  passed: boolean
  /** Credited study of the current round, in tenths of a second. */
  creditedDs: number
}

const nothing = { passed: false, creditedDs: 0 }

/**
 * When both accounts have a free sign of the same plan, each course is kept once (decision 010): a passed course wins,
 * then the one with more study, then that of the kept account.
 * @returns `comes`: courses to take from the closed account, `goes`: courses of the kept account that they replace
 */
export function coursesToExchange(
  kept: FreeYearCourseProgress[],
  closed: FreeYearCourseProgress[],
): { comes: string[]; goes: string[] } {
  const there = new Map(kept.map((course) => [course.planCourseId, course]))
  const coming = closed.filter((course) => isFurther(course, there.get(course.planCourseId) ?? nothing))
  return {
    comes: coming.map(({ id }) => id),
    goes: coming.flatMap(({ planCourseId }) => there.get(planCourseId)?.id ?? []),
  }
}

function isFurther(one: Omit<FreeYearCourseProgress, 'id' | 'planCourseId'>, other: typeof one): boolean {
  return one.passed === other.passed ? one.creditedDs > other.creditedDs : one.passed
}
