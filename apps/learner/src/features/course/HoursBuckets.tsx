import { subjectNames } from '@ce/contract/hours-names'
import { HoursBucket } from './HoursBucket.tsx'

interface Hours {
  professional: number
  public: number
}

/** Both buckets of a year, one below the other. */
export function HoursBuckets({
  of: { earned, required },
}: {
  of: { earned: Hours; required: Hours }
}) {
  return (
    <>
      <HoursBucket
        label={subjectNames.PROFESSIONAL}
        earned={earned.professional}
        required={required.professional}
      />
      <HoursBucket label={subjectNames.PUBLIC} earned={earned.public} required={required.public} />
    </>
  )
}
