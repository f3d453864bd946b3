import { subjectNames } from '@ce/contract/hours-names'
import type { YearHours } from '../student/next-step.ts'
import { HoursBar } from './HoursBar.tsx'
import { publicHoursNote } from './public-hours.ts'

/** A year's two buckets; under the public one, while it is not full, where its hours come from. */
export function YearHoursBars({ year }: { year: YearHours }) {
  const { earned, required } = year
  return (
    <>
      <HoursBar
        name={subjectNames.PROFESSIONAL}
        earned={earned.professional}
        required={required.professional}
      />
      <HoursBar
        name={subjectNames.PUBLIC}
        earned={earned.public}
        required={required.public}
        note={publicHoursNote(year)}
      />
    </>
  )
}
