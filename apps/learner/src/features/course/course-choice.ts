import type { ClientOutput } from '@ce/client/call.ts'

export type OfferedCourse = ClientOutput<'POST /course/v1/course_list'>['list'][number]

export interface CourseChoice {
  courseIds: string[]
  /** Professional hours of the chosen courses; public hours do not count, because the plan does not sell them. */
  hours: number
  required: number
  enough: boolean
}

/** The rules of the choice are in docs/rules/year-and-sign-up.md#choice. */
export function courseChoiceOf(
  offered: readonly OfferedCourse[],
  ticked: ReadonlySet<string>,
  required: number,
): CourseChoice {
  const chosen = offered.filter((course) => course.required || ticked.has(course.id))
  // Sum whole tenths, because 0.1 + 0.2 is not 0.3 in floating point.
  const tenths = chosen
    .filter((course) => course.subject === 'PROFESSIONAL')
    .reduce((sum, course) => sum + Math.round(course.hours * 10), 0)
  return {
    courseIds: chosen.map((course) => course.id),
    hours: tenths / 10,
    required,
    enough: chosen.length > 0 && tenths >= Math.round(required * 10),
  }
}
