import { myInvitationsQuery } from '@ce/client/invitation.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { agreedCoursesOf } from '../invitation/notes.ts'
import { courseChoiceOf, type OfferedCourse } from './course-choice.ts'
import type { PlanYear } from './sign-states.ts'

/**
 * Starts with the courses of the unpaid order, or those agreed with an employer. @param wanted course from whose public
 * page the student came
 */
export function useCourseChoice(plan: PlanYear, offered: readonly OfferedCourse[], wanted: string | null = null) {
  const { data } = useQuery(myInvitationsQuery())
  const [changed, setChanged] = useState<ReadonlySet<string>>()
  const agreed = plan.signState === 'UNPAID' ? undefined : agreedCoursesOf(data?.list, plan.year)
  const known = agreed ?? chosenOf(offered)
  const begun = wanted !== null ? new Set([...known, wanted]) : known
  const ticked = changed ?? begun
  const has = (course: OfferedCourse) => course.required || ticked.has(course.id)
  return {
    choice: courseChoiceOf(offered, ticked, plan.requiredHours.professional),
    has,
    /** True if an unpaid order contains exactly the chosen courses. */
    ordered:
      plan.signState === 'UNPAID' &&
      offered.every((course) => has(course) === (course.required || known.has(course.id))),
    choose: (ids: readonly string[]) => setChanged(new Set(ids)),
    toggle: (id: string) =>
      setChanged((before = begun) => {
        const after = new Set(before)
        if (!after.delete(id)) after.add(id)
        return after
      }),
  }
}

function chosenOf(offered: readonly OfferedCourse[]): ReadonlySet<string> {
  return new Set(offered.filter((course) => course.chosen).map((course) => course.id))
}
