import { type NumberLimits, numberProblem } from '@ce/contract/typed-number'
import type { Rule } from 'antd/es/form'

/** The limits of a number as a form rule, said once the field is left; the field itself (NumberInput.tsx) has none. */
export function numberWithin(limits: NumberLimits): Rule {
  return {
    validator: async (_rule, value: number | null | undefined) => {
      const problem = numberProblem(limits, value)
      if (problem) throw new Error(problem)
    },
  }
}
