import { type NumberLimits, numberProblem } from '@ce/contract/typed-number'
import type { Rule } from 'antd/es/form'

/** The rule is checked when the field loses focus; `NumberInput` itself has no limits. */
export function numberRangeRule(limits: NumberLimits): Rule {
  return {
    validator: async (_rule, value: number | null | undefined) => {
      const problem = numberProblem(limits, value)
      if (problem) throw new Error(problem)
    },
  }
}
