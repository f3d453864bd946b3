import { refuse } from '../../platform/errors.ts'

interface Offered {
  courseId: string
  required: boolean
  /** tenths */
  hours: number
  subject: 'PROFESSIONAL' | 'PUBLIC'
}

/**
 * What a student chose of a plan, in the plan's order, once each (product §2): every required course, and electives
 * until the professional hours (sold here; public ones are recorded) are reached.
 * @throws Refusal order.notOfPlan, order.requiredMissing, order.notEnoughHours
 */
export function chosenOf<Course extends Offered>(
  offered: Course[],
  courseIds: string[],
  requiredProfessional: number,
): Course[] {
  const wanted = new Set(courseIds.map((id) => id.toLowerCase()))
  const chosen = offered.filter((course) => wanted.has(course.courseId))
  if (chosen.length < wanted.size) refuse('order.notOfPlan')
  if (offered.some((course) => course.required && !wanted.has(course.courseId)))
    refuse('order.requiredMissing')
  const hours = hoursSold(chosen)
  if (hours < requiredProfessional)
    refuse('order.notEnoughHours', { chosen: hours / 10, required: requiredProfessional / 10 })
  return chosen
}

/** What of them counts for the hours that are sold here, in tenths. */
export function hoursSold(courses: readonly Offered[]): number {
  return courses
    .filter(({ subject }) => subject === 'PROFESSIONAL')
    .reduce((total, { hours }) => total + hours, 0)
}

/** One choice, one spelling: sorted and without repeats. */
export function sameCourses(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index])
}
