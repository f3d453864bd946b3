import { type Reduction, useSaveReduction, useSubmitReduction } from '@ce/client/course_reduce.ts'
import { uuid } from '@ce/client/uuid.ts'
import { useRef } from 'react'
import { draftOf, type Fields } from './fields.ts'

/** Saving and handing in: one key for this application, and its newest version. Both throw what the call throws. */
export function useHandingIn(reduction: Reduction | null) {
  const keep = useSaveReduction()
  const hand = useSubmitReduction()
  const known = useRef({ id: reduction?.id ?? uuid(), version: reduction?.version ?? 0 })
  const note = ({ id, version }: Reduction) => {
    known.current = { id, version }
  }
  return {
    save: async (fields: Partial<Fields>) =>
      note(await keep.mutateAsync({ ...draftOf(fields), ...known.current })),
    /** @returns whether it was whole: the form's own rules let nothing pass that is not filled in */
    submit: async (fields: Partial<Fields>): Promise<boolean> => {
      const { subject, hours, startDate, endDate, ...rest } = draftOf(fields)
      if (!subject || hours === null || !startDate || !endDate) return false
      const whole = { ...rest, subject, hours, startDate, endDate }
      note(await hand.mutateAsync({ ...whole, ...known.current }))
      return true
    },
  }
}
