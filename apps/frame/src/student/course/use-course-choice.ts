import { useState } from 'react'
import { chooseCourses, type OfferedCourse } from '../choice.ts'
import type { PlanYear } from '../year-action.ts'

/** What is ticked of a year's courses; until somebody ticks, what the server knows as chosen. */
export function useCourseChoice(plan: PlanYear, offered: readonly OfferedCourse[]) {
  const [changed, setChanged] = useState<ReadonlySet<string>>()
  const ticked = changed ?? chosenOf(offered)
  return {
    choice: chooseCourses(offered, ticked, plan.requiredHours.professional),
    has: (course: OfferedCourse) => course.required || ticked.has(course.id),
    toggle: (id: string) =>
      setChanged((before = chosenOf(offered)) => {
        const after = new Set(before)
        if (!after.delete(id)) after.add(id)
        return after
      }),
  }
}

function chosenOf(offered: readonly OfferedCourse[]): ReadonlySet<string> {
  return new Set(offered.filter((course) => course.chosen).map((course) => course.id))
}
