interface Offered {
  courseId: string
  required: boolean
  /** tenths */
  hours: number
  subject: 'PROFESSIONAL' | 'PUBLIC'
}

/**
 * What is proposed to a student who has not chosen: every required course, and professional electives in the plan's order
 * until the hours are reached (product §2).
 */
export function proposedOf(offered: Offered[], requiredProfessional: number): string[] {
  const chosen = offered.filter(({ required }) => required)
  const hoursOf = (courses: Offered[]) =>
    courses
      .filter(({ subject }) => subject === 'PROFESSIONAL')
      .reduce((sum, { hours }) => sum + hours, 0)
  for (const course of offered) {
    if (hoursOf(chosen) >= requiredProfessional) break
    if (!course.required && course.subject === 'PROFESSIONAL') chosen.push(course)
  }
  return chosen.map(({ courseId }) => courseId)
}
