import type { Output } from '@ce/client/call.ts'

export type OfferedCourse = Output<'POST /course/v1/course_list'>['list'][number]

export interface Choice {
  courseIds: string[]
  /** professional hours chosen: what the plan sells and counts here */
  hours: number
  required: number
  enough: boolean
}

/** What is chosen of a plan: every required course, plus the electives a person ticked (product §2). */
export function chooseCourses(
  offered: readonly OfferedCourse[],
  ticked: ReadonlySet<string>,
  required: number,
): Choice {
  const chosen = offered.filter((course) => course.required || ticked.has(course.id))
  // whole tenths: 0.1 + 0.2 must be 0.3
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
