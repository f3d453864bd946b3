import { type FieldRule, ruleProblem } from '@ce/contract/person'
import type { FormInstance } from 'antd'
import type { Rule } from 'antd/es/form'

type RuleObject = Exclude<Rule, (form: FormInstance) => unknown>

/** A check of the contract as a form rule; an empty field is left to `needed`. */
export function matches(rule: FieldRule): Rule {
  return checks((value) => ruleProblem(rule, value))
}

/** A rule from a function that names the problem; an empty field is left to `needed`. */
export function checks(problemOf: (value: string) => string | null): RuleObject {
  return {
    validator: async (_rule, value: unknown) => {
      const problem = typeof value === 'string' && value !== '' ? problemOf(value) : null
      if (problem) throw new Error(problem)
    },
  }
}

/** Blanks alone are nothing. */
export function needed(message: string): Rule {
  return { required: true, whitespace: true, message }
}
