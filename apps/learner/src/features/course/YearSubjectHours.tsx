import { subjectNames } from '@ce/contract/hours-names'
import { SubjectHours } from './SubjectHours.tsx'

interface Hours {
  professional: number
  public: number
}

export function YearSubjectHours({ of: { earned, required } }: { of: { earned: Hours; required: Hours } }) {
  return (
    <>
      <SubjectHours label={subjectNames.PROFESSIONAL} earned={earned.professional} required={required.professional} />
      <SubjectHours label={subjectNames.PUBLIC} earned={earned.public} required={required.public} />
    </>
  )
}
