import { myInvitationsQuery } from '@ce/client/invitation.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { agreedCourses } from '../invitation/notes.ts'
import { chooseCourses, type OfferedCourse } from './choice.ts'
import type { PlanYear } from './sign-states.ts'

/**
 * What is ticked of a year's courses; until somebody ticks, what the server knows as chosen: in an order that waits, else with
 * an agreement to an employer's paying, which its student may leave to pay alone. @param wanted a course whose public page led here
 */
export function useCourseChoice(
  plan: PlanYear,
  offered: readonly OfferedCourse[],
  wanted: string | null = null,
) {
  const { data } = useQuery(myInvitationsQuery())
  const [changed, setChanged] = useState<ReadonlySet<string>>()
  const agreed = plan.signState === 'UNPAID' ? undefined : agreedCourses(data?.list, plan.year)
  const known = agreed ?? chosenOf(offered)
  const begun = wanted !== null ? new Set([...known, wanted]) : known
  const ticked = changed ?? begun
  const has = (course: OfferedCourse) => course.required || ticked.has(course.id)
  return {
    choice: chooseCourses(offered, ticked, plan.requiredHours.professional),
    has,
    /** just this waits in an order to be paid */
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
