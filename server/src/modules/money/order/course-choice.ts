import { refuse } from '../../../platform/errors.ts'

interface Offered {
  courseId: string
  required: boolean
  hours: number
  subject: 'PROFESSIONAL' | 'PUBLIC'
}

/**
 * A choice needs all required courses, and electives up to the professional hours; they are returned in plan order
 * (docs/rules/year-and-sign-up.md#choice). @throws Refusal order.notOfPlan, order.requiredMissing,
 * order.notEnoughHours.
 */
export function requireCompleteCourseChoice<Course extends Offered>(
  offered: Course[],
  courseIds: string[],
  requiredProfessional: number,
): Course[] {
  const wanted = new Set(courseIds.map((id) => id.toLowerCase()))
  const chosen = offered.filter((course) => wanted.has(course.courseId))
  if (chosen.length < wanted.size) refuse('order.notOfPlan')
  if (offered.some((course) => course.required && !wanted.has(course.courseId))) refuse('order.requiredMissing')
  const hours = professionalHoursOf(chosen)
  if (hours < requiredProfessional)
    refuse('order.notEnoughHours', { chosen: hours / 10, required: requiredProfessional / 10 })
  return chosen
}

export function professionalHoursOf(courses: readonly Offered[]): number {
  return courses.filter(({ subject }) => subject === 'PROFESSIONAL').reduce((total, { hours }) => total + hours, 0)
}

/** Both lists must be sorted and contain no duplicates. */
export function areSameCourses(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index])
}
